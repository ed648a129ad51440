import { viewOf } from './data-view';
import { decodeText } from './charset';
import type { CompoundFile } from './compound-file';
import type { DocumentProperties } from './document';

const PROPERTIES_MAX = 200;
const TITLE = 2;
const SUBJECT = 3;
const COMMENTS = 6;
const CODE_PAGE = 1;
const BYTES_TEXT = 30;
const WIDE_TEXT = 31;
const UTF_16 = 1200;
const UTF_8 = 65001;

/** Title and description of an older office document, as [MS-OLEPS] keeps them; none when they are damaged. */
export function compoundProperties(file: CompoundFile): DocumentProperties {
  const stream = file.read('\u0005SummaryInformation');
  try {
    const properties = stream ? propertySet(stream) : new Map<number, string>();
    return { title: properties.get(TITLE), description: properties.get(SUBJECT) ?? properties.get(COMMENTS) };
  } catch {
    return {};
  }
}

function propertySet(bytes: Uint8Array): Map<number, string> {
  const view = viewOf(bytes);
  const start = view.getUint32(44, true);
  const count = Math.min(view.getUint32(start + 4, true), PROPERTIES_MAX);
  const entries = Array.from({ length: count }, (_, at) => ({
    id: view.getUint32(start + 8 + at * 8, true),
    at: start + view.getUint32(start + 12 + at * 8, true),
  }));
  const codePage = entries.find(({ id }) => id === CODE_PAGE);
  const charset = charsetOf(codePage ? view.getUint16(codePage.at + 4, true) : undefined);
  const texts = new Map<number, string>();
  for (const { id, at } of entries) {
    const text = propertyText(bytes, at, charset);
    if (text) texts.set(id, text);
  }
  return texts;
}

function propertyText(bytes: Uint8Array, at: number, charset: string): string | undefined {
  const view = viewOf(bytes);
  const type = view.getUint32(at, true);
  if (type !== BYTES_TEXT && type !== WIDE_TEXT) return undefined;
  const length = view.getUint32(at + 4, true) * (type === WIDE_TEXT ? 2 : 1);
  const content = bytes.subarray(at + 8, at + 8 + length);
  const isWide = type === WIDE_TEXT || charset === 'utf-16le';
  const text = isWide ? new TextDecoder('utf-16le').decode(content) : decodeText(content, charset).text;
  return text.replace(/\0[^]*$/, '').trim();
}

function charsetOf(codePage: number | undefined): string {
  if (codePage === UTF_16) return 'utf-16le';
  return codePage === UTF_8 || codePage === undefined ? 'utf-8' : `windows-${codePage}`;
}
