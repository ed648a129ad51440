import { readFileSync } from 'node:fs';
import { SourceMap, type SourceOrigin } from 'node:module';
import { dirname, resolve } from 'node:path';

const maps = new Map<string, SourceMap | undefined>();

/**
 * Makes error stacks name lines of the TypeScript sources. A map is read when a stack first names its file: Node's own
 * support reads the map of each file when it loads the file, which takes a fifth of the start-up time.
 */
export function mapStacks(): void {
  Error.prepareStackTrace = (error, frames) => [stackHead(error), ...frames.map(frameLine)].join('\n    at ');
}

function stackHead(error: Error): string {
  try {
    return String(error);
  } catch {
    return '<error>';
  }
}

function frameLine(frame: NodeJS.CallSite): string {
  const text = String(frame);
  const [file, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()];
  if (!file?.startsWith('/') || file.includes('/node_modules/') || line === null || column === null) return text;
  const origin = mapOf(file)?.findOrigin(line, column);
  if (!isKnown(origin)) return text;
  const source = resolve(dirname(file), origin.fileName);
  return text.replace(`${file}:${line}:${column}`, `${source}:${origin.lineNumber}:${origin.columnNumber}`);
}

/** A map returns an empty object for unknown positions. */
function isKnown(origin: SourceOrigin | object | undefined): origin is SourceOrigin {
  return origin !== undefined && 'fileName' in origin;
}

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(file));
  return maps.get(file);
}

/** Undefined for code that was not compiled. */
function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  } catch {
    return undefined;
  }
}
