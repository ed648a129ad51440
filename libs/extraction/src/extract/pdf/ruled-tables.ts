import { joinedRules, type Rule, type Rules } from './ruled-lines';
import { medianOf, type Row, type RuledCell, rowsOfRuns } from './rows';
import type { Run } from './run';
import { stackedTables } from './stacked-tables';
import type { DrawnText } from './runs';

/** A table whose rules tell its rows. */
interface RuledTable {
  readonly left: number;
  readonly right: number;
  readonly cells: readonly (readonly RuledCell[])[];
  readonly runs: ReadonlySet<Run>;
}

const TOUCH = 3;
const LINES_MAX = 1_500;
const [ROWS_MAX, COLUMNS_MAX, CELLS_MAX] = [300, 50, 4_000];
const FILLED_SHARE_MIN = 0.35;
const CROSSING_SHARE_MAX = 0.05;
const CELL_CHARS_MAX = 2_000;
/** Share of the rows below the first one that must also be one row by their text. */
const SINGLE_SHARE_MIN = 0.5;

/**
 * Rows of a page from top to bottom, with tables whose rules tell their rows in one row each. Other tables, such as
 * those with a rule below their header only, are not among them.
 */
export function rowsWithTables(runs: readonly Run[], rules: Rules): Row[] {
  const tables = ruledTables(rules, runs);
  const taken = new Set(tables.flatMap((table) => [...table.runs]));
  const rows = [...rowsOfRuns(runs.filter((run) => !taken.has(run))), ...tables.map(rowOfTable)];
  return tables.length === 0 ? rows : rows.sort((one, other) => other.baseline - one.baseline);
}

/** It stands where its first line does. */
function rowOfTable({ left, right, cells, runs }: RuledTable): Row {
  const all = [...runs];
  const baseline = Math.max(...all.map(({ y }) => y));
  const [size, font] = [medianOf(all.map((run) => run.size)), all[0]?.font ?? ''];
  const text = cells.flatMap((row) => row.flatMap(({ lines }) => lines)).join(' ');
  const segment = { text, left, right, baseline, size, font, rightToLeft: false, runs: [] };
  return { baseline, size, segments: [segment], table: cells };
}

function ruledTables(rules: Rules, runs: readonly Run[]): RuledTable[] {
  const horizontal = joinedRules(rules.horizontal, TOUCH / 2);
  const vertical = joinedRules(rules.vertical, TOUCH / 2);
  if (horizontal.length + vertical.length > LINES_MAX) return [];
  const tables: RuledTable[] = [];
  const taken = new Set<Run>();
  const add = (table: RuledTable) => {
    tables.push(table);
    for (const run of table.runs) taken.add(run);
  };
  const left = () => runs.filter((run) => !taken.has(run));
  const inGrids = new Set<Rule>();
  for (const grid of gridsOf(horizontal, vertical)) {
    const table = tableIn(grid, left());
    if (!table) continue;
    add(table);
    for (const rule of grid.horizontal) inGrids.add(rule);
  }
  for (const table of stackedTables(
    horizontal.filter((rule) => !inGrids.has(rule)),
    left(),
  ))
    add(table);
  return tables;
}

/** Whether lines have several pieces: others have no tables whose rules would tell more. */
export function mayHaveTables(texts: readonly DrawnText[]): boolean {
  const lines = new Map<string, number>();
  for (const { str, transform } of texts) {
    if (str.trim() === '') continue;
    for (const axis of [4, 5]) {
      const line = `${axis}:${Math.round(transform[axis] ?? 0)}`;
      lines.set(line, (lines.get(line) ?? 0) + 1);
    }
  }
  return (
    [...lines].filter(([line, pieces]) => line.startsWith('5') && pieces > 1).length >= 2 ||
    [...lines].filter(([line, pieces]) => line.startsWith('4') && pieces > 1).length >= 2
  );
}

interface Grid {
  readonly horizontal: readonly Rule[];
  readonly vertical: readonly Rule[];
  /** From left to right, and from top to bottom. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

/** Rules that cross or touch each other, the largest grids first. */
function gridsOf(horizontal: readonly Rule[], vertical: readonly Rule[]): Grid[] {
  const groups = new Map<number, { horizontal: Rule[]; vertical: Rule[] }>();
  const parents = [...horizontal, ...vertical].map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parents[root] !== root) root = parents[root] ?? root;
    return root;
  };
  horizontal.forEach((rule, one) =>
    vertical.forEach((other, at) => {
      if (meet(rule, other)) parents[rootOf(one)] = rootOf(horizontal.length + at);
    }),
  );
  const groupOf = (at: number) => {
    const root = rootOf(at);
    const group = groups.get(root) ?? { horizontal: [], vertical: [] };
    groups.set(root, group);
    return group;
  };
  horizontal.forEach((rule, at) => groupOf(at).horizontal.push(rule));
  vertical.forEach((rule, at) => groupOf(horizontal.length + at).vertical.push(rule));
  return [...groups.values()].flatMap((group) => gridOf(group) ?? []);
}

function meet(horizontal: Rule, vertical: Rule): boolean {
  return (
    vertical.at >= horizontal.from - TOUCH &&
    vertical.at <= horizontal.to + TOUCH &&
    horizontal.at >= vertical.from - TOUCH &&
    horizontal.at <= vertical.to + TOUCH
  );
}

/** Where the outer lines are not drawn, the inner ones end where the table does. */
function gridOf({ horizontal, vertical }: Pick<Grid, 'horizontal' | 'vertical'>): Grid | undefined {
  const ends = (rules: readonly Rule[]) => rules.flatMap(({ from, to }) => [from, to]);
  const positions = (rules: readonly Rule[], others: readonly Rule[]) =>
    apart([...rules.map(({ at }) => at), Math.min(...ends(others)), Math.max(...ends(others))]);
  if (horizontal.length === 0 || vertical.length === 0) return undefined;
  const [xs, ys] = [positions(vertical, horizontal), positions(horizontal, vertical).reverse()];
  const fits = xs.length >= 3 && ys.length >= 3 && xs.length <= COLUMNS_MAX + 1 && ys.length <= ROWS_MAX + 1;
  return fits && (xs.length - 1) * (ys.length - 1) <= CELLS_MAX ? { horizontal, vertical, xs, ys } : undefined;
}

function apart(positions: readonly number[]): number[] {
  const sorted = [...positions].sort((one, other) => one - other);
  return sorted.filter((position, at) => at === 0 || position - (sorted[at - 1] ?? 0) > TOUCH);
}

/** Position of a cell in a grid: its first row and column, and those after its last ones. */
interface Area {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

function tableIn(grid: Grid, runs: readonly Run[]): RuledTable | undefined {
  const areas = areasOf(grid);
  if (!areas) return undefined;
  const { xs, ys } = grid;
  const [left = 0, right = 0, top = 0, bottom = 0] = [xs[0], xs.at(-1), ys[0], ys.at(-1)];
  const within = runs.filter((run) => contains({ left, right, top, bottom }, run));
  const cells = areas.map((area) => {
    const box = {
      left: xs[area.left] ?? 0,
      right: xs[area.right] ?? 0,
      top: ys[area.top] ?? 0,
      bottom: ys[area.bottom] ?? 0,
    };
    return { area, box, rows: rowsOfRuns(within.filter((run) => contains(box, run))) };
  });
  const crossing = cells.flatMap(({ box, rows }) =>
    runsOf(rows).filter((run) => run.x + run.width > box.right + TOUCH),
  );
  if (crossing.length > within.length * CROSSING_SHARE_MAX) return undefined;
  const filled = cells.filter(({ rows }) => rows.length > 0);
  const isTable =
    filled.length >= cells.length * FILLED_SHARE_MIN &&
    new Set(filled.map(({ area }) => area.left)).size > 1 &&
    new Set(filled.map(({ area }) => area.top)).size > 1 &&
    filled.every(({ rows }) => rows.reduce((sum, row) => sum + rowText(row).length, 0) <= CELL_CHARS_MAX) &&
    rulesTellRows(filled);
  if (!isTable) return undefined;
  return { left, right, runs: new Set(within), cells: laidOut(cells, ys.length - 1) };
}

interface FilledCell {
  readonly area: Area;
  readonly rows: readonly Row[];
}

/**
 * Whether a row of the grid is a row of the table: most have a cell of one line. Where all cells of most rows have
 * several, the rules enclose whole groups of rows.
 */
function rulesTellRows(cells: readonly FilledCell[]): boolean {
  const fewest = new Map<number, number>();
  for (const { area, rows } of cells)
    if (area.top > 0) fewest.set(area.top, Math.min(fewest.get(area.top) ?? Infinity, rows.length));
  const counts = [...fewest.values()];
  return counts.filter((lines) => lines === 1).length >= counts.length * SINGLE_SHARE_MIN;
}

function laidOut(cells: readonly FilledCell[], rowCount: number): RuledCell[][] {
  const rows: (RuledCell & { readonly column: number })[][] = Array.from({ length: rowCount }, () => []);
  for (const { area, rows: lines } of cells)
    rows[area.top]?.push({
      column: area.left,
      lines: lines.map(rowText),
      columns: area.right - area.left,
      rows: area.bottom - area.top,
    });
  return rows
    .map((row) => row.sort((one, other) => one.column - other.column))
    .map((row) => row.map(({ lines, columns, rows: spanned }) => ({ lines, columns, rows: spanned })));
}

/** Cells of a grid; one spans several places where no rule divides them. Undefined where one is no rectangle. */
function areasOf({ horizontal, vertical, xs, ys }: Grid): Area[] | undefined {
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  const middle = (positions: readonly number[], at: number) => ((positions[at] ?? 0) + (positions[at + 1] ?? 0)) / 2;
  const isDrawn = (rules: readonly Rule[], at: number, across: number) =>
    rules.some((rule) => Math.abs(rule.at - at) <= TOUCH && rule.from <= across && across <= rule.to);
  const owners: number[] = [];
  const areas = new Map<number, { top: number; left: number; bottom: number; right: number; positions: number }>();
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column;
      const isOpenLeft = column > 0 && !isDrawn(vertical, xs[column] ?? 0, middle(ys, row));
      const isOpenAbove = row > 0 && !isDrawn(horizontal, ys[row] ?? 0, middle(xs, column));
      const [fromLeft, fromAbove] = [owners[at - 1], owners[at - columns]];
      const owner = (isOpenAbove ? fromAbove : undefined) ?? (isOpenLeft ? fromLeft : undefined) ?? at;
      if (isOpenAbove && isOpenLeft && fromLeft !== fromAbove) return undefined;
      owners[at] = owner;
      const area = areas.get(owner) ?? { top: row, left: column, bottom: row, right: column, positions: 0 };
      area.bottom = Math.max(area.bottom, row + 1);
      area.right = Math.max(area.right, column + 1);
      area.positions += 1;
      areas.set(owner, area);
    }
  const all = [...areas.values()];
  return all.every((area) => area.positions === (area.bottom - area.top) * (area.right - area.left)) ? all : undefined;
}

/** By where most of a run stands. */
function contains({ left, right, top, bottom }: Record<keyof Area, number>, run: Run): boolean {
  const [x, y] = [run.x + Math.min(run.width, run.size) / 2, run.y + run.size * 0.3];
  return x > left && x < right && y > bottom && y < top;
}

function runsOf(rows: readonly Row[]): Run[] {
  return rows.flatMap(({ segments }) => segments.flatMap((segment) => segment.runs));
}

function rowText({ segments }: Row): string {
  return segments.map(({ text }) => text).join(' ');
}
