import { levelledHeader, blanksCovered } from '../table-levels';
import { headerOf, type Table } from '../table-text';

/** Rows of a sheet, without columns that are empty in all of them. */
export interface SheetGrid {
  readonly rows: readonly (readonly string[])[];
  /** Where the columns of the rows stand on the sheet. */
  readonly columns: readonly number[];
  /** The text of a merged cell that reaches from the left over an empty one. */
  readonly covered: (row: number, column: number) => string | undefined;
}

/** Lone cells, such as a title, or a table. */
export type SheetPart = { readonly text: string } | { readonly table: Table };

interface Group {
  /** Of the sheet, from 0. */
  readonly at: readonly number[];
  readonly rows: readonly (readonly string[])[];
}

const filled = (row: readonly string[]) => row.filter((cell) => cell !== '').length;
/** Of tables that stand beside each other. */
const GAP_COLUMNS_MIN = 2;
const NAME_CHARS_MAX = 40;

/** A blank row ends a table; a lone cell above a table is its title; tables may stand beside each other. */
export function* sheetParts(grid: SheetGrid): Generator<SheetPart> {
  let hasHeaders = false;
  for (const group of headed(sheetGroups(grid))) {
    for (const beside of besideEachOther(group, grid.columns)) {
      for (const part of groupParts(beside, grid, hasHeaders)) {
        hasHeaders ||= 'table' in part && headerOf(part.table) !== undefined;
        yield part;
      }
    }
  }
}

function* sheetGroups({ rows }: SheetGrid): Generator<Group> {
  let [group, at]: [string[][], number[]] = [[], []];
  for (const [index, row] of rows.entries()) {
    if (filled(row) > 0) {
      group.push([...row]);
      at.push(index);
    } else if (group.length > 0) {
      yield { rows: group, at };
      [group, at] = [[], []];
    }
  }
  if (group.length > 0) yield { rows: group, at };
}

/** A header that a blank row parts from its rows comes back to them. */
function* headed(groups: Iterable<Group>): Generator<Group> {
  let header: Group | undefined;
  for (const group of groups) {
    const joined =
      header && isHeaderOf(header.rows, group.rows)
        ? { rows: [...header.rows, ...group.rows], at: [...header.at, ...group.at] }
        : undefined;
    if (header && !joined) yield header;
    header = undefined;
    if (joined) yield joined;
    else if (group.rows.length <= 2) header = group;
    else yield group;
  }
  if (header) yield header;
}

/** Whether the last row of one group names the columns of another, which has no names of its own. */
function isHeaderOf(group: Group['rows'], rows: Group['rows']): boolean {
  const names = group.at(-1) ?? [];
  const isNamed = rows.every((row) => row.every((cell, column) => cell === '' || names[column] !== ''));
  return isNamed && headerOf({ rows }) === undefined && headerOf({ rows: [names, ...rows] }) !== undefined;
}

/** Where blank columns part tables that have names of their own. */
function besideEachOther(group: Group, columns: readonly number[]): readonly Group[] {
  const used = columns.map((_, column) => group.rows.some((row) => (row[column] ?? '') !== ''));
  const stretches: { from: number; to: number; gap: number }[] = [];
  let last: number | undefined;
  for (const [column, isUsed] of used.entries()) {
    if (!isUsed) continue;
    const columnIndex = columns[column] ?? column;
    const gap = last === undefined ? 0 : columnIndex - last - 1;
    const open = stretches.at(-1);
    if (open && gap === 0) open.to = column + 1;
    else stretches.push({ from: column, to: column + 1, gap });
    last = columnIndex;
  }
  if (stretches.length < 2) return [group];
  const parts = stretches.map(({ from, to }) => stretchOf(group, from, to));
  const heights = new Set(parts.map(({ rows }) => rows.findLastIndex((row) => filled(row) > 0)));
  // One table may have a blank column: its rows are of one length.
  const isApart = heights.size > 1 || stretches.every(({ gap }, at) => at === 0 || gap >= GAP_COLUMNS_MIN);
  return isApart && parts.every(isTable) ? parts.map(withoutBlankRows) : [group];
}

/** Columns keep their places, so that merged cells are still known. */
function stretchOf({ rows, at }: Group, from: number, to: number): Group {
  return { at, rows: rows.map((row) => row.map((cell, column) => (column >= from && column < to ? cell : ''))) };
}

/** Two columns at least, with names in its first row. */
function isTable({ rows }: Group): boolean {
  const [first = []] = rows;
  return filled(first) >= 2 && areNames(first.filter((cell) => cell !== ''));
}

function withoutBlankRows({ rows, at }: Group): Group {
  const kept = rows.flatMap((row, index) => (filled(row) > 0 ? [index] : []));
  return { rows: kept.map((index) => rows[index] ?? []), at: kept.map((index) => at[index] ?? 0) };
}

function* groupParts(group: Group, grid: SheetGrid, hasHeaders: boolean): Generator<SheetPart> {
  const first = Math.min(...group.rows.map((row) => row.findIndex((cell) => cell !== '')));
  const body = group.rows.findIndex((row) => filled(row) > 1);
  const lone = body === -1 ? group.rows : group.rows.slice(0, body);
  for (const row of lone) yield { text: row.find((cell) => cell !== '') ?? '' };
  if (body === -1) return;
  const rows = group.rows.slice(body).map((row) => row.slice(first));
  const merged = (row: number, column: number) => grid.covered(group.at[body + row] ?? 0, column + first);
  const levelled = levelledHeader({ rows, covered: merged }) ?? levelledHeader({ rows, covered: blanksCovered(rows) });
  if (levelled) yield { table: { rows: [levelled.header, ...rows.slice(levelled.rows)], headed: true } };
  else yield { table: hasHeaders && isNamedLikeOthers(rows) ? { rows, headed: true } : { rows } };
}

/** On a sheet with names over its tables, short distinct ones over a table of words are names, too. */
function isNamedLikeOthers([first = [], ...body]: Group['rows']): boolean {
  const names = first.filter((cell) => cell !== '');
  if (body.length < 2 || names.length < 2 || !areNames(names)) return false;
  return first.every((name, column) => name !== '' || body.every((row) => (row[column] ?? '') === ''));
}

function areNames(names: readonly string[]): boolean {
  const isName = (name: string) => name.length <= NAME_CHARS_MAX && /\p{L}/u.test(name) && !/[.!?:]$|^\d/.test(name);
  return new Set(names).size === names.length && names.every(isName);
}
