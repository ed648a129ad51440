import { postgresJson } from '@lectern/database';

/** What a line of a journal records. */
export type JournalKind = 'activity' | 'feedback';

/** A line as it was read. */
export interface JournalLine {
  /** Undefined for a line that a crash left unfinished, or that something else wrote. */
  readonly kind: JournalKind | undefined;
  /** JSON that Postgres takes. */
  readonly json: string;
  /** In the file, with its end. */
  readonly sizeBytes: number;
}

const marks: Readonly<Record<JournalKind, string>> = { activity: 'A', feedback: 'F' };
const kindOf: ReadonlyMap<string, JournalKind> = new Map([
  [marks.activity, 'activity'],
  [marks.feedback, 'feedback'],
]);

/** A row as a line: a letter for its kind, JSON, the end of the line. */
export function journalLine(kind: JournalKind, row: object): string {
  return `${marks[kind]}${postgresJson(row)}\n`;
}

/** The whole lines at the beginning of a piece of a journal; what follows the last end of a line is left out. */
export function readLines(piece: Buffer): readonly JournalLine[] {
  const lines: JournalLine[] = [];
  let start = 0;
  for (let end = piece.indexOf(0x0a); end !== -1; end = piece.indexOf(0x0a, start)) {
    lines.push(lineOf(piece.toString('utf8', start, end), end + 1 - start));
    start = end + 1;
  }
  return lines;
}

function lineOf(text: string, sizeBytes: number): JournalLine {
  const kind = kindOf.get(text.slice(0, 1));
  const json = text.slice(1);
  return { kind: kind && isObject(json) ? kind : undefined, json, sizeBytes };
}

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
