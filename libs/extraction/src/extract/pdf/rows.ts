import type { Run } from './run';

/** Text without a wide gap, on one line. */
export interface Segment {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
  readonly font: string;
  readonly rightToLeft: boolean;
  /** Its parts, in reading order. */
  readonly runs: readonly Run[];
}

/** All segments on one baseline, from left to right. */
export interface Row {
  readonly baseline: number;
  readonly size: number;
  readonly segments: readonly Segment[];
  /** A whole table that rules divide into cells, in the place of its rows. */
  readonly table?: readonly (readonly RuledCell[])[];
}

/** A cell as its lines, and how many rows and columns it spans. */
export interface RuledCell {
  readonly lines: readonly string[];
  readonly columns: number;
  readonly rows: number;
}

/** A gap of this many font sizes ends a segment: wider than a justified space, narrower than a gutter. */
const GAP_SIZES = 1.15;
/** A gap of this many font sizes is a space, where none was drawn. */
const SPACE_SIZES = 0.17;
/** Raised and lowered text is set in less of the size of its line; browsers take 0.83. */
const SMALLER = 0.9;

/** Rows from top to bottom. */
export function rowsOfRuns(runs: readonly Run[]): Row[] {
  const sorted = [...runs].sort((one, other) => other.y - one.y || one.x - other.x);
  const groups: Run[][] = [];
  let current: Run[] = [];
  let baseline = Number.NaN;
  let size = 0;
  for (const run of sorted) {
    const apart = Math.abs(baseline - run.y);
    if (current.length > 0 && apart <= sameLine(size, run.size)) {
      current.push(run);
      if (run.size > size) [baseline, size] = [run.y, run.size];
    } else {
      current = [run];
      groups.push(current);
      [baseline, size] = [run.y, run.size];
    }
  }
  return groups.map(rowOf);
}

/** Superscripts and subscripts belong to the line of the larger text. */
function sameLine(size: number, other: number): number {
  const ratio = Math.min(size, other) / Math.max(size, other);
  return Math.max(size, other) * (ratio < SMALLER ? 0.5 : 0.35);
}

function rowOf(runs: readonly Run[]): Row {
  const ordered = [...runs].sort((one, other) => one.x - other.x);
  const clusters: Run[][] = [];
  let right = Number.NEGATIVE_INFINITY;
  for (const run of ordered) {
    const gap = run.x - right;
    const last = clusters.at(-1);
    if (last && gap <= Math.max(run.size, last.at(-1)?.size ?? 0) * GAP_SIZES) last.push(run);
    else clusters.push([run]);
    right = Math.max(right, run.x + run.width);
  }
  const main = runs.reduce((largest, run) => (run.size > largest.size ? run : largest));
  return { baseline: main.y, size: main.size, segments: clusters.map(segmentOf) };
}

/** @param runs from left to right */
export function segmentOf(runs: readonly Run[]): Segment {
  const longest = runs.reduce((best, run) => (run.text.length > best.text.length ? run : best));
  const chars = (some: readonly Run[]) => some.reduce((sum, { text }) => sum + text.length, 0);
  const rightToLeft = chars(runs.filter((run) => run.rightToLeft)) > chars(runs) / 2;
  const reading = rightToLeft ? turnedOver(runs).map(withStopBehind) : runs;
  return {
    text: rightToLeft ? withBrackets(joinedRuns(reading, rightToLeft)) : joinedRuns(reading, rightToLeft),
    left: Math.min(...runs.map((run) => run.x)),
    right: Math.max(...runs.map((run) => run.x + run.width)),
    baseline: longest.y,
    size: longest.size,
    font: longest.font,
    rightToLeft,
    runs: reading,
  };
}

/** From right to left, save for numbers and words of other scripts that were drawn in several pieces. */
function turnedOver(runs: readonly Run[]): readonly Run[] {
  const groups: Run[][] = [];
  for (const run of runs) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const areForeign = last && !last.rightToLeft && !run.rightToLeft;
    const goesOn = areForeign && gapBetween(last, run, false) < run.size * SPACE_SIZES;
    if (group && goesOn) group.push(run);
    else groups.push([run]);
  }
  return groups.reverse().flat();
}

/** The end mark of a sentence is drawn on the left of its last number: `.1.3.2026` is `1.3.2026.` */
function withStopBehind(run: Run): Run {
  if (run.rightToLeft) return run;
  const [, stop, number] = /^([.,;:!?])(\d+(?:[.,/:-]\d+)+|\d{2,})\s*$/.exec(run.text) ?? [];
  return stop === undefined || number === undefined ? run : { ...run, text: number + stop };
}

function joinedRuns(runs: readonly Run[], rightToLeft: boolean): string {
  let text = '';
  runs.forEach((run, at) => {
    const previous = runs[at - 1];
    const isWithin = previous && !previous.rightToLeft && !run.rightToLeft && previous.x < run.x;
    const gap = previous ? gapBetween(previous, run, rightToLeft && !isWithin) : 0;
    const meets = rightToLeft && meetsOtherScript(text, run.text);
    const spaced = /\s$/.test(text.slice(-1)) || /^\s/.test(run.text);
    text += previous && !spaced && (meets || gap > run.size * SPACE_SIZES) ? ` ${run.text}` : run.text;
  });
  return text.replace(/\s+/g, ' ').trim();
}

const PAIRS = '()[]{}«»‹›';
const BRACKET = /[()[\]{}«»‹›]/g;

/**
 * Brackets of text that is written from right to left are drawn as mirror images, and read as what they look like: they
 * are turned over unless they make pairs as they are.
 */
function withBrackets(text: string): string {
  const brackets = text.match(BRACKET) ?? [];
  if (brackets.length === 0) return text;
  const isPaired = brackets.some((bracket, at) => {
    const index = PAIRS.indexOf(bracket);
    return index % 2 === 0 && brackets[at + 1] === PAIRS[index + 1];
  });
  return isPaired ? text : text.replace(BRACKET, (bracket) => PAIRS[PAIRS.indexOf(bracket) ^ 1] ?? bracket);
}

/** Between a word of Latin letters and one that is written from right to left, blanks are not always drawn. */
function meetsOtherScript(before: string, behind: string): boolean {
  const [last, first] = [/\p{L}$/u.exec(before)?.[0], /^\p{L}/u.exec(behind)?.[0]];
  if (last === undefined || first === undefined) return false;
  return /\p{Script=Latin}/u.test(last) !== /\p{Script=Latin}/u.test(first);
}

function gapBetween(previous: Run, run: Run, rightToLeft: boolean): number {
  return rightToLeft ? previous.x - (run.x + run.width) : run.x - (previous.x + previous.width);
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
