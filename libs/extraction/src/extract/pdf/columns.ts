import { type Row, type Segment, segmentOf } from './rows';

const ROWS_MIN = 4;
const DEPTH_MAX = 3;
/** Left edges of lines that are tried. */
const EDGES_MAX = 8;
/** More places between pieces than these are not tried. */
const GAPS_MAX = 500;
/** Prose lines are at least this long on average, and fill this much of their column. */
const PROSE_CHARS_MIN = 18;
const PROSE_FILL_MIN = 0.55;
/** Many long lines on both sides are prose although they end raggedly. */
/** Columns of which no lines stand on one height have to be longer. */
const UNEVEN = { rows: 6, fill: 0.35 };
/** Lines of one column begin within this many points. */
const EDGE = 2;
/** Least gap between columns, in sizes of the text. */
const GUTTER_SIZES = 0.6;
const RAGGED = { rows: 10, chars: 32, fill: 0.42 };

/**
 * Puts rows into reading order: where two columns of prose stand side by side, all of the left one comes first. Rows
 * of a table stay together, because a table's cells line up and do not fill their columns.
 *
 * @returns regions in reading order, each one a single column
 */
export function regionsOf(rows: readonly Row[], depth = 0): Row[][] {
  const gutter = depth < DEPTH_MAX && rows.length >= ROWS_MIN ? (findGutter(rows) ?? findUneven(rows)) : undefined;
  if (gutter === undefined) return [[...rows]];
  const start = startBehind(gutter, rows);
  const edge = start === undefined ? gutter : start - EDGE;
  const parted = new Map(rows.map((row) => [start === undefined ? row : partedAt(start, row), row]));
  const regions: Row[][] = [];
  for (const band of bandsOf([...parted.keys()], edge)) {
    if (band.crosses || !areColumns(band.rows, edge)) {
      regions.push(band.rows.map((row) => parted.get(row) ?? row));
      continue;
    }
    for (const side of [leftOf, rightOf]) regions.push(...regionsOf(keep(band.rows, side(edge)), depth + 1));
  }
  return joinNeighbours(regions, rows);
}

/** Where most lines of the column after a gutter begin, if they begin at one place. */
function startBehind(gutter: number, rows: readonly Row[]): number | undefined {
  const starts = rows.flatMap(({ segments }) => {
    const next = segments.find(({ left }) => left > gutter - EDGE);
    return next ? [next.left] : [];
  });
  const counts = new Map<number, number>();
  for (const start of starts) counts.set(Math.round(start), (counts.get(Math.round(start)) ?? 0) + 1);
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return best && best[1] >= ROWS_MIN && best[1] >= starts.length * 0.6 ? best[0] : undefined;
}

/** A row whose column ends so close to the next one that both were taken for one piece. */
function partedAt(start: number, row: Row): Row {
  const segments = row.segments.flatMap((segment) => {
    if (segment.rightToLeft || segment.left >= start - EDGE || segment.right <= start) return [segment];
    const at = segment.runs.findIndex(({ x }) => Math.abs(x - start) <= EDGE);
    const [before, behind] = [segment.runs.slice(0, at), segment.runs.slice(at)];
    const end = Math.max(...before.map(({ x, width }) => x + width));
    return at > 0 && start - end >= segment.size * GUTTER_SIZES ? [segmentOf(before), segmentOf(behind)] : [segment];
  });
  return segments.length === row.segments.length ? row : { ...row, segments };
}

/** The place between columns that most rows leave free. */
function findGutter(rows: readonly Row[]): number | undefined {
  const left = Math.min(...rows.flatMap(({ segments }) => segments.map((segment) => segment.left)));
  const right = Math.max(...rows.flatMap(({ segments }) => segments.map((segment) => segment.right)));
  const gaps = rows.flatMap(({ segments }) => segments.slice(1).map((segment, at) => gapAt(segments[at], segment)));
  let best: { at: number; votes: number } | undefined;
  const candidates = new Set(gaps.slice(0, GAPS_MAX).map((gap) => Math.round(gap.middle / 3) * 3));
  for (const candidate of candidates) {
    if (candidate < left + (right - left) * 0.15 || candidate > right - (right - left) * 0.15) continue;
    const votes = gaps.filter((gap) => gap.from <= candidate && candidate <= gap.to).length;
    if (votes >= ROWS_MIN - 1 && votes > (best?.votes ?? 0)) best = { at: candidate, votes };
  }
  return best?.at;
}

/** The place before a column whose lines stand beside those of another one, but on no line with them. */
function findUneven(rows: readonly Row[]): number | undefined {
  const bounds = rows.map(({ segments }) => ({
    left: Math.min(...segments.map((segment) => segment.left)),
    right: Math.max(...segments.map((segment) => segment.right)),
  }));
  const [start, end] = [Math.min(...bounds.map(({ left }) => left)), Math.max(...bounds.map(({ right }) => right))];
  const edges = new Map<number, number>();
  for (const { left } of bounds) edges.set(Math.round(left), (edges.get(Math.round(left)) ?? 0) + 1);
  for (const [edge, count] of [...edges].sort(([, one], [, other]) => other - one).slice(0, EDGES_MAX)) {
    const share = (edge - start) / Math.max(1, end - start);
    if (count < UNEVEN.rows || share < 0.15 || share > 0.85) continue;
    const sides = [
      rows.filter((_, at) => (bounds[at]?.right ?? edge) < edge - EDGE),
      rows.filter((_, at) => (bounds[at]?.left ?? 0) > edge - EDGE),
    ] as const;
    const isLong = sides.every((side) => side.length >= UNEVEN.rows && isProse(side, false, UNEVEN.fill));
    if (isLong && standBeside(...sides)) return edge - EDGE;
  }
  return undefined;
}

/** Whether most rows are nearer to one of the other side than lines of a text are to each other. */
function standBeside(left: readonly Row[], right: readonly Row[]): boolean {
  const [few, many] = left.length < right.length ? [left, right] : [right, left];
  const beside = few.filter(({ baseline, size }) =>
    many.some((other) => Math.abs(other.baseline - baseline) < Math.max(size, other.size) * 0.9),
  );
  return beside.length > few.length * 0.6;
}

function gapAt(before: Segment | undefined, after: Segment) {
  const from = before?.right ?? after.left;
  return { from, to: after.left, middle: (from + after.left) / 2 };
}

interface Band {
  readonly crosses: boolean;
  readonly rows: Row[];
}

/** Runs of rows that cross the gutter, and runs that leave it free. */
function bandsOf(rows: readonly Row[], gutter: number): Band[] {
  const bands: Band[] = [];
  for (const row of rows) {
    const crosses = row.segments.some((segment) => segment.left < gutter && segment.right > gutter);
    const last = bands.at(-1);
    if (last?.crosses === crosses) last.rows.push(row);
    else bands.push({ crosses, rows: [row] });
  }
  return bands;
}

function areColumns(rows: readonly Row[], gutter: number): boolean {
  const sides = [keep(rows, leftOf(gutter)), keep(rows, rightOf(gutter))];
  if (sides.some((side) => side.length < 2)) return false;
  const shared = rows.filter((row) => row.segments.some(leftOf(gutter)) && row.segments.some(rightOf(gutter))).length;
  const unaligned = shared < Math.min(...sides.map((side) => side.length)) * 0.4;
  return sides.every((side) => isProse(side, unaligned));
}

/** Columns whose lines do not even share baselines need little more proof. */
function isProse(rows: readonly Row[], unaligned: boolean, fillMin = PROSE_FILL_MIN): boolean {
  const left = Math.min(...rows.map((row) => Math.min(...row.segments.map((segment) => segment.left))));
  const right = Math.max(...rows.map((row) => Math.max(...row.segments.map((segment) => segment.right))));
  const widths = rows.map(({ segments }) => segments.reduce((sum, segment) => sum + segment.right - segment.left, 0));
  const chars = mean(rows.map(({ segments }) => segments.reduce((sum, segment) => sum + segment.text.length, 0)));
  const fill = mean(widths) / Math.max(1, right - left);
  if (unaligned) return chars >= 8 && fill >= 0.35;
  if (rows.length >= RAGGED.rows && chars >= RAGGED.chars && fill >= RAGGED.fill) return true;
  return chars >= PROSE_CHARS_MIN && fill >= fillMin;
}

const leftOf = (gutter: number) => (segment: Segment) => segment.right <= gutter;
const rightOf = (gutter: number) => (segment: Segment) => segment.right > gutter;

function keep(rows: readonly Row[], wanted: (segment: Segment) => boolean): Row[] {
  return rows
    .map((row) => ({ ...row, segments: row.segments.filter(wanted) }))
    .filter((row) => row.segments.length > 0)
    .map((row) => ({ ...row, size: Math.max(...row.segments.map(({ size }) => size)) }));
}

/** Bands that were not columns after all belong together again. */
function joinNeighbours(regions: readonly Row[][], rows: readonly Row[]): Row[][] {
  const whole = new Set(rows);
  const joined: Row[][] = [];
  for (const region of regions) {
    const last = joined.at(-1);
    if (last && region.every((row) => whole.has(row)) && last.every((row) => whole.has(row))) last.push(...region);
    else joined.push([...region]);
  }
  return joined;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
