import { decodeText } from '../charset';
import type { DocumentBuilder } from '../document-builder';
import { ExtractError, reasonOf } from '../extract-error';
import type { FormatReader } from '../reader';

const DEPTH_MAX = 200;
const VALUES_MAX = 1_000_000;

export const readJsonFile: FormatReader = async (source, document) => readJson(decodeText(source.bytes).text, document);
export const readJsonLinesFile: FormatReader = async (source, document) => {
  readJsonLines(decodeText(source.bytes).text, document);
};

/**
 * One line a value, `path.to.value: value`. The elements of a top-level list are paragraphs of their own, and so are
 * the members of a top-level object that are objects or lists.
 *
 * @throws ExtractError when it is not JSON
 */
export function readJson(json: string, document: DocumentBuilder): void {
  const value = parse(json.replace(/^\ufeff/, ''));
  if (Array.isArray(value)) {
    for (const element of value) {
      document.verbatim('paragraph', flatten(element, '').join('\n'));
      if (document.full) return;
    }
    return;
  }
  const scalars: string[] = [];
  for (const [name, member] of entriesOf(value)) {
    if (typeof member === 'object' && member !== null) {
      writeScalars(scalars, document);
      document.verbatim('paragraph', flatten(member, name).join('\n'));
    } else {
      scalars.push(...flatten(member, name));
    }
  }
  writeScalars(scalars, document);
}

/** One paragraph a line. A line that is not JSON is kept as it is. */
export function readJsonLines(lines: string, document: DocumentBuilder): void {
  let broken = 0;
  for (const line of lines.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    try {
      document.verbatim('record', flatten(parse(line.replace(/^\ufeff/, '')), '').join('\n'));
    } catch {
      broken += 1;
      document.verbatim('record', line.trim());
    }
    if (document.full) break;
  }
  if (broken > 0) document.warn(`${broken} lines are not JSON and were kept as plain text`);
}

function writeScalars(scalars: string[], document: DocumentBuilder): void {
  document.verbatim('paragraph', scalars.join('\n'));
  scalars.length = 0;
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [['', value]];
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new ExtractError(`The content is not valid JSON: ${reasonOf(error)}`, 'ERROR', { cause: error });
  }
}

/** Keeps its own stack: a deep document must not end the call stack. */
function flatten(root: unknown, rootPath: string): string[] {
  const lines: string[] = [];
  const open: { path: string; value: unknown; depth: number }[] = [{ path: rootPath, value: root, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, value, depth } = next;
    if (lines.length >= VALUES_MAX) break;
    if (typeof value !== 'object' || value === null) {
      const text = value === null ? '' : String(value);
      if (text !== '') lines.push(path === '' ? text : `${path}: ${text}`);
    } else if (Array.isArray(value) && value.every(isScalar)) {
      if (value.length > 0) lines.push(`${path === '' ? '' : `${path}: `}${value.join(', ')}`);
    } else if (depth < DEPTH_MAX) {
      const inner = Array.isArray(value)
        ? value.map((element): [string, unknown] => [path, element])
        : Object.entries(value).map(([name, member]): [string, unknown] => [
            path === '' ? name : `${path}.${name}`,
            member,
          ]);
      for (const [innerPath, member] of inner.reverse())
        open.push({ path: innerPath, value: member, depth: depth + 1 });
    }
  }
  return lines;
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}
