import { isObject } from '@lectern/contracts/core';

/** A line read from a file. */
export interface JournalLine<K extends string> {
  /** Undefined for a line that a crash left unfinished, or that something else wrote. */
  readonly kind: K | undefined;
  readonly json: string;
  /** Size in the file, including the line end. */
  readonly sizeBytes: number;
}

/** The letter of each kind of line. */
export type JournalKinds<K extends string> = Readonly<Record<K, string>>;

/** The letter of its kind, the JSON, and a line end. */
export function journalLine(mark: string, json: string): string {
  return `${mark}${json}\n`;
}

/** The whole lines at the beginning of a piece of a journal; bytes after the last line end are left out. */
export function readLines<K extends string>(piece: Buffer, kinds: JournalKinds<K>): readonly JournalLine<K>[] {
  const lines: JournalLine<K>[] = [];
  let start = 0;
  for (let end = piece.indexOf(0x0a); end !== -1; end = piece.indexOf(0x0a, start)) {
    lines.push(readJournalLine(piece.toString('utf8', start, end), end + 1 - start, kinds));
    start = end + 1;
  }
  return lines;
}

function readJournalLine<K extends string>(text: string, sizeBytes: number, kinds: JournalKinds<K>): JournalLine<K> {
  const kind = kindsOf(kinds).find((one) => kinds[one] === text.slice(0, 1));
  const json = text.slice(1);
  return { kind: kind && isObjectText(json) ? kind : undefined, json, sizeBytes };
}

function isObjectText(json: string): boolean {
  try {
    return isObject(JSON.parse(json));
  } catch {
    return false;
  }
}

function kindsOf<K extends string>(kinds: JournalKinds<K>): readonly K[] {
  // An object of this type has no other keys.
  return Object.keys(kinds) as K[];
}
