import type { DocumentBuilder } from '../document-builder';
import { ExtractError, foreignReason } from '../extract-error';
import type { FormatReader } from '../reader';
import { partsBetween } from '../text-parts';
import { isEncodedBytes } from '../encoded-bytes';
import { decodedText } from './decoded-text';
import { isNotebook, readNotebook } from './notebook';

const DEPTH_MAX = 200;
const VALUES_MAX = 1_000_000;
/** Of the names above a value: each value carries them. */
const PATH_CHARS_MAX = 500;

export const readJsonFile: FormatReader = async (source, document, context) => {
  const value = parseJson(decodedText(source, document).replace(/^\ufeff/, ''));
  if (isNotebook(value)) await readNotebook(value, document, context);
  else writeValue(value, document);
};
export const readJsonLinesFile: FormatReader = async (source, document) => {
  readJsonLines(decodedText(source, document), document);
};

/**
 * One line a value, `path.to.value: value`. The elements of a top-level list are paragraphs of their own, and so are
 * the members of a top-level object that are objects or lists.
 *
 * @throws ExtractError when it is not JSON
 */
export function readJsonDocument(json: string, document: DocumentBuilder): void {
  writeValue(parseJson(json.replace(/^\ufeff/, '')), document);
}

function writeValue(value: unknown, document: DocumentBuilder): void {
  if (Array.isArray(value)) {
    for (const element of value) {
      document.verbatim('paragraph', flatten(element, '', document).join('\n'));
      if (document.full) return;
    }
    return;
  }
  let scalars: string[] = [];
  for (const [name, member] of entriesOf(value)) {
    const lines = flatten(member, name, document);
    if (typeof member === 'object' && member !== null) {
      document.verbatim('paragraph', scalars.join('\n'));
      document.verbatim('paragraph', lines.join('\n'));
      scalars = [];
    } else {
      for (const line of lines) scalars.push(line);
    }
    if (document.full) return;
  }
  document.verbatim('paragraph', scalars.join('\n'));
}

/** One paragraph a line. A line that is not JSON is kept as it is. */
export function readJsonLines(lines: string, document: DocumentBuilder): void {
  for (const line of partsBetween(lines, /\r?\n/g)) {
    const content = line.replace(/^\ufeff/, '').trim();
    if (content === '') continue;
    const parsed = parsedLine(content);
    if (parsed) {
      document.verbatim('record', flatten(parsed.value, '', document).join('\n'));
    } else {
      document.lose('Lines that are not JSON were kept as plain text');
      document.verbatim('record', content);
    }
    if (document.full) return;
  }
}

/** An error costs more than a line, so the simplest mistakes make none. */
function parsedLine(line: string): { readonly value: unknown } | undefined {
  const closing = line.startsWith('{') ? '}' : line.startsWith('[') ? ']' : undefined;
  if (closing && !line.endsWith(closing)) return undefined;
  try {
    return { value: JSON.parse(line) };
  } catch {
    return undefined;
  }
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [['', value]];
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new ExtractError(`The content is not valid JSON: ${foreignReason(error)}`, 'ERROR', { cause: error });
  }
}

interface OpenValue {
  readonly path: string;
  readonly value: unknown;
  readonly depth: number;
}

/** Keeps its own stack: a deep document must not end the call stack. */
function flatten(root: unknown, rootPath: string, document: DocumentBuilder): string[] {
  const lines: string[] = [];
  let chars = 0;
  const open: OpenValue[] = [{ path: rootPath, value: root, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (lines.length >= VALUES_MAX || chars > document.charsMax) {
      document.lose(`Values of JSON beyond the first ${VALUES_MAX} of one part were left out`, open.length + 1);
      break;
    }
    const { value, depth } = next;
    const path = shortened(next.path);
    if (typeof value !== 'object' || value === null || isList(value)) {
      const line = isEncoded(value) ? lostBytes(document) : jsonLine(path, value);
      if (line !== '') lines.push(line);
      chars += line.length;
    } else if (depth < DEPTH_MAX) {
      for (const [inner, member] of jsonMembers(path, value).reverse())
        open.push({ path: inner, value: member, depth: depth + 1 });
    } else {
      document.lose(`Values of JSON nested deeper than ${DEPTH_MAX} levels were left out`);
    }
  }
  return lines;
}

function jsonMembers(path: string, value: object): [string, unknown][] {
  if (Array.isArray(value)) return value.map((element): [string, unknown] => [path, element]);
  return Object.entries(value).map(([name, member]) => [path === '' ? name : `${path}.${name}`, member]);
}

function isEncoded(value: unknown): boolean {
  return typeof value === 'string' && isEncodedBytes(value);
}

function lostBytes(document: DocumentBuilder): string {
  document.lose('Values of JSON that are bytes in Base64 or hexadecimal were left out: send such files by themselves');
  return '';
}

function jsonLine(path: string, value: unknown): string {
  const text = Array.isArray(value) ? value.join(', ') : value === null ? '' : String(value);
  if (text === '') return '';
  return path === '' ? text : `${path}: ${text}`;
}

function isList(value: object): boolean {
  return Array.isArray(value) && value.every((element) => typeof element !== 'object' || element === null);
}

/** The names nearest to the value. */
function shortened(path: string): string {
  return path.length > PATH_CHARS_MAX ? `…${path.slice(1 - PATH_CHARS_MAX).toWellFormed()}` : path;
}
