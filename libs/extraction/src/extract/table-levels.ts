import { isNumericColumn } from './table-text';

const LEVELS_MAX = 3;
const NAME_CHARS_MAX = 60;
const BODY_ROWS_MAX = 20;
const YEAR = /^(19|20)\d\d$/;

/** A table whose first rows may be names above names; `covered` gives the text of a cell that reaches over others. */
export interface LevelledRows {
  readonly rows: readonly (readonly string[])[];
  /** The text of the cell that reaches from the left over this empty one. */
  readonly covered: (row: number, column: number) => string | undefined;
}

/**
 * Names in several rows as one: `Spring` over `Units` and `Revenue` gives `Spring Units` and `Spring Revenue`.
 *
 * @returns the header and how many rows it takes; nothing where the first row reaches over no others
 */
export function levelledHeader(table: LevelledRows): { readonly header: string[]; readonly rows: number } | undefined {
  const { rows } = table;
  let levels = 0;
  while (levels < LEVELS_MAX && levels + 1 < rows.length && reaches(table, levels)) levels += 1;
  const last = rows[levels] ?? [];
  if (levels === 0 || levels + 1 >= rows.length || !areNames(last) || !isApart(rows, levels)) return undefined;
  const width = Math.max(...rows.slice(0, levels + 1).map((row) => row.length));
  const header = Array.from({ length: width }, (_, column) => {
    const names = rows.slice(0, levels + 1).map((row, at) => row[column] || table.covered(at, column) || '');
    return [...new Set(names.filter((name) => name !== ''))].join(' ');
  });
  return { header, rows: levels + 1 };
}

/** Whether a cell of the row reaches over columns that have names of their own below. */
function reaches({ rows, covered }: LevelledRows, at: number): boolean {
  const [row = [], below = []] = [rows[at], rows[at + 1]];
  return below.some((name, column) => name !== '' && !row[column] && covered(at, column) !== undefined);
}

/**
 * Whether a row under names is names, too, and no values: names of the first row reach down into it, it has some more
 * than once, or numbers stand below it.
 */
function isApart(rows: LevelledRows['rows'], levels: number): boolean {
  const [first = [], last = []] = [rows[0], rows[levels]];
  if (last.some((name, column) => name !== '' && name === first[column])) return true;
  const names = last.filter((name) => name !== '');
  const body = rows.slice(levels + 1, levels + 1 + BODY_ROWS_MAX);
  return new Set(names).size < names.length || last.some((_, column) => isNumericColumn(body, column));
}

function areNames(row: readonly string[]): boolean {
  const names = row.filter((cell) => cell !== '');
  return (
    names.length >= 2 &&
    names.every((name) => name.length <= NAME_CHARS_MAX && (/\p{L}/u.test(name) || YEAR.test(name)))
  );
}

/**
 * Without cells that are known to reach over others: blanks to the right of a name belong to it where the names below
 * are there more than once, as in `Spring, , Autumn, ` over `Units, Revenue, Units, Revenue`.
 */
export function blanksCovered(rows: readonly (readonly string[])[]): LevelledRows['covered'] {
  const [first = [], second = []] = rows;
  const named = second.filter((cell) => cell !== '');
  const body = rows.slice(2, 2 + BODY_ROWS_MAX);
  const isCounted = second.every((_, column) => first[column] || isNumericColumn(body, column));
  const isRepeated = isCounted && new Set(named).size < named.length && areNames(second);
  return (row, column) => {
    if (!isRepeated || row !== 0 || first[column]) return undefined;
    for (let left = column - 1; left >= 0; left -= 1) if (first[left]) return first[left];
    return undefined;
  };
}
