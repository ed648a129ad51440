import Papa from 'papaparse';
import { decodeText } from '../charset';
import type { DocumentBuilder } from '../document-builder';
import { charsetOf } from '../media-type';
import type { FormatReader } from '../reader';

const PREVIEW_ROWS = 50;
const CELL_CHARS_MAX = 10_000;
const HEADER_SAMPLE_ROWS = 50;

export const readCsvFile: FormatReader = async (source, document) => {
  const { text, damaged } = decodeText(source.bytes, charsetOf(source.contentType));
  if (damaged) document.warn('Some characters could not be decoded: save the file as UTF-8');
  readCsv(text, document);
};

/** Any usual delimiter. The first row names the columns, as far as it looks like names. */
export function readCsv(text: string, document: DocumentBuilder, caption?: string): void {
  const rows: string[][] = [];
  let chars = 0;
  Papa.parse<string[]>(text.replace(/^\ufeff/, ''), {
    delimitersToGuess: [',', '\t', ';', '|'],
    skipEmptyLines: 'greedy',
    step: ({ data }, parser) => {
      rows.push(data.map((cell) => cell.slice(0, CELL_CHARS_MAX)));
      chars += data.reduce((sum, cell) => sum + cell.length, 0);
      if (chars > document.charsMax) parser.abort();
    },
  });
  document.sheet({ name: caption ?? '', rows: rows.slice(0, PREVIEW_ROWS) });
  document.table({ caption, rows, headed: hasHeader(rows) ? true : undefined });
}

/** In a file of records two names are a header unless their column shows the contrary. */
function hasHeader(rows: readonly (readonly string[])[]): boolean {
  const [first, ...body] = rows.slice(0, HEADER_SAMPLE_ROWS);
  if (!first || body.length === 0) return false;
  const names = first.map((name) => name.trim()).filter((name) => name !== '');
  if (names.length < 2 || new Set(names).size < names.length) return false;
  return names.every((name) => /\p{L}/u.test(name) && !/[.!?]$/.test(name));
}
