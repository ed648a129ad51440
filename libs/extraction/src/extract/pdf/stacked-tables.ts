import type { Rule } from './ruled-lines';
import { type Row, type RuledCell, type Segment, rowsOfRuns } from './rows';
import type { Run } from './run';

/** Rules of one table begin and end in the same places, and are not farther apart than rows are high. */
const [SAME_ENDS, APART_MAX, LENGTH_MIN] = [6, 200, 100];
const RULES_MIN = 3;
const BANDS_MIN = 3;
/** Of the size of its text: a header stands so close above the first rule. */
const HEADER_ABOVE = 1.2;
const SINGLE_SHARE_MIN = 0.5;
const COLUMNS_MAX = 50;
const CELL_CHARS_MAX = 2_000;

interface Span {
  readonly left: number;
  readonly right: number;
}

export interface StackedTable extends Span {
  readonly cells: readonly (readonly RuledCell[])[];
  readonly runs: ReadonlySet<Run>;
}

/**
 * Tables with rules between their rows only, or with rows on boxes of a colour: what stands between two rules is a row.
 * Tables whose cells do not wrap, and those with rules around groups of rows, are not among them: their lines tell.
 */
export function stackedTables(horizontal: readonly Rule[], runs: readonly Run[]): StackedTable[] {
  return stacksOf(horizontal).flatMap((rules) => stackedTable(rules, runs) ?? []);
}

/** From top to bottom. */
function stacksOf(horizontal: readonly Rule[]): Rule[][] {
  const stacks: Rule[][] = [];
  for (const rule of [...horizontal].sort((one, other) => other.at - one.at)) {
    if (rule.to - rule.from < LENGTH_MIN) continue;
    const stack = stacks.find((known) => {
      const last = known.at(-1);
      const isSame = last && Math.abs(last.from - rule.from) <= SAME_ENDS && Math.abs(last.to - rule.to) <= SAME_ENDS;
      return isSame && last.at - rule.at <= APART_MAX;
    });
    if (stack) stack.push(rule);
    else stacks.push([rule]);
  }
  return stacks.filter(({ length }) => length >= RULES_MIN);
}

function stackedTable(rules: readonly Rule[], runs: readonly Run[]): StackedTable | undefined {
  const [first] = rules;
  const [left, right] = [first?.from ?? 0, first?.to ?? 0];
  const within = runs.filter((run) => run.x >= left - SAME_ENDS && run.x + run.width <= right + SAME_ENDS);
  const [top = 0, ...lower] = rules.map(({ at }) => at);
  const header = within.filter(({ y, size }) => y > top && y < top + size * HEADER_ABOVE);
  const bands = [header, ...lower.map((bottom, at) => between(within, rules[at]?.at ?? top, bottom))].filter(
    ({ length }) => length > 0,
  );
  const rows = bands.map(rowsOfRuns);
  const columns = columnsOf(rows.flat().flatMap(({ segments }) => segments));
  if (bands.length < BANDS_MIN || columns.length < 2 || columns.length > COLUMNS_MAX) return undefined;
  const cells = rows.map((lines) => columns.map((column) => linesIn(lines, column)));
  if (!areRows(cells)) return undefined;
  return {
    left,
    right,
    runs: new Set(bands.flat()),
    cells: cells.map((row) => row.map((lines) => ({ lines, columns: 1, rows: 1 }))),
  };
}

function between(runs: readonly Run[], top: number, bottom: number): Run[] {
  return runs.filter(({ y, size }) => y + size * 0.3 < top && y + size * 0.3 > bottom);
}

function columnsOf(segments: readonly Segment[]): Span[] {
  const columns: { left: number; right: number }[] = [];
  for (const { left, right } of [...segments].sort((one, other) => one.left - other.left)) {
    const last = columns.at(-1);
    if (last && left <= last.right + 1) last.right = Math.max(last.right, right);
    else columns.push({ left, right });
  }
  return columns;
}

function linesIn(rows: readonly Row[], { left, right }: Span): string[] {
  return rows.flatMap(({ segments }) => {
    const text = segments.filter((one) => one.left >= left && one.right <= right).map((one) => one.text);
    return text.length > 0 ? [text.join(' ')] : [];
  });
}

/** Some cells wrap, and most rows below the first have one that does not. */
function areRows(cells: readonly (readonly (readonly string[])[])[]): boolean {
  const counts = cells.slice(1).map((row) => row.map(({ length }) => length).filter((lines) => lines > 0));
  const single = counts.filter((lines) => Math.min(...lines) === 1).length;
  const wraps = counts.some((lines) => Math.max(...lines) > 1);
  const isShort = cells.every((row) => row.every((lines) => lines.join(' ').length <= CELL_CHARS_MAX));
  return wraps && isShort && single >= counts.length * SINGLE_SHARE_MIN;
}
