/** A cell with the name of its column, if known. */
export interface Cell {
  readonly name: string;
  readonly text: string;
}

export interface Table {
  /** Names of the columns in one line; empty if unknown. */
  readonly header: string;
  readonly rows: readonly (readonly Cell[])[];
}

const limits = { cellsMax: 40, cellCharactersMax: 400 };
const tableRule = /^[\s|:+=-]+$/;
const columnName = /^([^:]{1,60}): (\S.*)$/;
const digits = /\p{Nd}/u;
/** Columns may have years as names. */
const year = /^(?:1[5-9]|20)\d\d$/;

/** Consecutive lines from `at` on that are rows of one table. */
export function tableAt(lines: readonly string[], at: number): readonly string[] {
  let end = at;
  while (end < lines.length && cellsOf(lines[end] ?? '').length > 1) end++;
  return lines.slice(at, end);
}

export function readTable(lines: readonly string[], rowsMax: number): Table {
  const rows = lines.filter((line) => !tableRule.test(line)).map(cellsOf);
  const kept = rows.slice(0, rowsMax);
  if (kept.every(namesItsColumns)) return { header: '', rows: kept.map((cells) => cells.map(namedCell)) };
  const [first = [], ...body] = kept;
  const isRuled = tableRule.test(lines[1] ?? '');
  const header = body.length > 0 && (isRuled || looksLikeHeader(first)) ? first : [];
  const texts = header.length > 0 ? body : kept;
  return {
    header: header.join(' ; '),
    rows: texts.map((cells) => cells.map((text, column) => ({ name: header[column] ?? '', text }))),
  };
}

/** `Plan: Pro`, or the text alone if its column has no name. */
export function shownCell({ name, text }: Cell): string {
  return name === '' ? text : `${name}: ${text}`;
}

/** A part of a table may have lost its header: then its first row has figures like the others. */
function looksLikeHeader(cells: readonly string[]): boolean {
  const named = cells.filter((cell) => cell !== '');
  const hasFigures = named.some((cell) => digits.test(cell) && !year.test(cell));
  return !hasFigures && new Set(named).size === named.length && !year.test(named[0] ?? '');
}

/** `Street: Chapel Hill | Laid in: 1947`: such rows need no header. */
function namesItsColumns(cells: readonly string[]): boolean {
  return cells.length > 1 && cells.every((cell) => columnName.test(cell));
}

function namedCell(cell: string): Cell {
  const [, name = '', text = cell] = columnName.exec(cell) ?? [];
  return { name, text };
}

/**
 * Cells of a row with `|` or tabs; a line without them is one cell. A row that begins with a `|` ends with one, too.
 */
function cellsOf(line: string): string[] {
  const isFramed = line.trim().startsWith('|');
  const row = isFramed ? line.trim().replace(/^\||\|$/g, '') : line.replace(/\r$/, '');
  const cells = row.split(row.includes('|') ? '|' : '\t').slice(0, limits.cellsMax);
  return cells.map((cell) => cell.trim().slice(0, limits.cellCharactersMax));
}
