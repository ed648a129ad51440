import { unzipSync, zipSync } from 'fflate';
import type { Archive } from './archive';
import type { DocumentBuilder } from './document-builder';
import { unreadable } from './extract-error';

/** Without these nothing of a document can be read. */
const ESSENTIAL =
  /(^|\/)(document\d*|presentation|workbook|content|container)\.xml$|workbook\.bin$|\.(opf|rels)$|^\[Content_Types\]\.xml$/;
export const DAMAGED_PARTS =
  'Parts of the file are damaged and were left out: export or download it again, and send it once more';

/**
 * A document in an archive without the parts that cannot be unpacked, such as one chapter of a book.
 *
 * @throws ExtractError when the damaged part is the content of the document
 */
export function withoutDamaged(bytes: Uint8Array, { damaged }: Archive, document: DocumentBuilder): Uint8Array {
  if (damaged.length === 0) return bytes;
  const essential = damaged.find((name) => ESSENTIAL.test(name));
  if (essential !== undefined) throw unreadable('document', `its part ${essential} cannot be unpacked`);
  document.lose(DAMAGED_PARTS, damaged.length);
  const left = new Set(damaged);
  return zipSync(unzipSync(bytes, { filter: ({ name }) => !left.has(name) }), { level: 0 });
}
