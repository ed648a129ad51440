import { Parser } from 'htmlparser2';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Archive } from '../archive';
import type { DocumentBuilder } from '../document-builder';

/** Of all parts together. The parser needs 1.5 KB of memory for each, and a quarter of it for an attribute. */
export const ELEMENTS_MAX = 500_000;
const ATTRIBUTE = 1 / 4;
/** The stack of the parser grows slow. */
const DEPTH_MAX = 2_000;
const CHUNK_CHARS = 64 * 1024;
const OPENING = '<'.charCodeAt(0);
const EQUALS = '='.charCodeAt(0);

/**
 * An archive of which the parser can hold all that it says: parts that have too many elements end earlier, with a
 * warning.
 */
export function withinElements(bytes: Uint8Array, archive: Archive, document: DocumentBuilder): Uint8Array {
  const parts = archive.entries.map(({ name }) => name).filter((name) => /\.(xml|x?html?|rels|opf|ncx)$/i.test(name));
  let elements = 0;
  for (const name of parts) elements += elementsAtMost(archive.read(name));
  if (elements <= ELEMENTS_MAX) return bytes;
  const files = unzipSync(bytes);
  let left = ELEMENTS_MAX;
  // The text of a document comes before what hangs on it.
  for (const name of parts.sort((one, other) => Number(isMain(other)) - Number(isMain(one)))) {
    const part = openingOf(strFromU8(files[name] ?? new Uint8Array()), left);
    left -= part.elements;
    if (part.isWhole) continue;
    document.lose(
      `Parts of the document were cut after ${ELEMENTS_MAX} elements or ${DEPTH_MAX} levels of them, the limit`,
    );
    files[name] = strToU8(part.xml);
  }
  return zipSync(files, { level: 0 });
}

function isMain(name: string): boolean {
  return /\/document\.xml$|\/slides\/|\.(rels|opf|x?html?)$|Content_Types/.test(name);
}

/** Every element has a `<`, every attribute a `=`; text and closing tags have them, too. */
function elementsAtMost(bytes: Uint8Array | undefined): number {
  let elements = 0;
  for (const byte of bytes ?? []) elements += byte === OPENING ? 1 : byte === EQUALS ? ATTRIBUTE : 0;
  return elements;
}

/** The XML up to a number of elements, with open elements closed. */
function openingOf(xml: string, elementsMax: number): { xml: string; elements: number; isWhole: boolean } {
  const open: string[] = [];
  let elements = 0;
  let end: number | undefined;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (end !== undefined) return;
        const more = 1 + Object.keys(attributes).length * ATTRIBUTE;
        const isTooMuch = elements + more > elementsMax || open.length >= DEPTH_MAX;
        // Without a root it would be no XML.
        if (open.length > 0 && isTooMuch) return void (end = parser.startIndex);
        elements += more;
        open.push(name);
      },
      onclosetag() {
        if (end === undefined) open.pop();
      },
    },
    { xmlMode: true },
  );
  for (let at = 0; at < xml.length && end === undefined; at += CHUNK_CHARS)
    parser.write(xml.slice(at, at + CHUNK_CHARS));
  if (end === undefined) return { xml, elements, isWhole: true };
  const closing = open.reverse().map((name) => `</${name}>`);
  return { xml: xml.slice(0, end) + closing.join(''), elements, isWhole: false };
}
