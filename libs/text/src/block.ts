import { type Range, trimmed } from './sentence';

/** A stretch of lines between blank lines. */
export interface Block extends Range {
  /** Announces what follows it. */
  readonly isHeading: boolean;
}

const BLANK_LINES = /\n[ \t\r]*\n|[\f\v\u2029]/g;
const LINE_BREAK = /\n/g;
/** No hard-wrapped text has longer lines, so line breaks beside such a line are meant. */
const WRAPPED_LINE_CHARS_MAX = 160;
const TITLE_CHARS_MAX = 100;
/** Title, subtitle, first heading; more short lines in a row are a list. */
const HEADINGS_IN_A_ROW_MAX = 3;
const MARKED_HEADING = /^#{1,6}\s/;
const SENTENCE_END = /[.!?…。！？।,;]["'”»)]*$/;
const LIST_ITEM = /^(?:[-*+•|>]|\d+[.)])\s/;

/** Cuts a range at every match of a separator; blank parts are dropped. */
export function rangesBetween(text: string, within: Range, separator: RegExp): Range[] {
  const ranges: Range[] = [];
  let start = within.start;
  const add = (end: number) => {
    const range = trimmed(text, start, end);
    if (range) ranges.push(range);
  };
  for (const match of text.slice(within.start, within.end).matchAll(separator)) {
    add(within.start + match.index);
    start = within.start + match.index + match[0].length;
  }
  add(within.end);
  return ranges;
}

export function linesOf(text: string, within: Range): Range[] {
  return rangesBetween(text, within, LINE_BREAK);
}

/** Stretches between blank lines. */
export function blankLineBlocks(text: string, within: Range): Range[] {
  return rangesBetween(text, within, BLANK_LINES);
}

/** The blocks of running text: stretches between blank lines, or lines where lines are long; headings recognised. */
export function blocksOf(text: string, within: Range): Block[] {
  const ranges = blankLineBlocks(text, within).flatMap((range) => {
    const lines = linesOf(text, range);
    return lines.some(({ start, end }) => end - start > WRAPPED_LINE_CHARS_MAX) ? lines : [range];
  });
  const kinds = ranges.map(({ start, end }) => headingKind(text.slice(start, end)));
  const headings = headingsAmong(kinds);
  return ranges.map((range, index) => ({ ...range, isHeading: headings.has(index) }));
}

type HeadingKind = 'marked' | 'like a title' | 'text';

function headingKind(block: string): HeadingKind {
  if (MARKED_HEADING.test(block) && !block.includes('\n')) return 'marked';
  const isTitle = block.length <= TITLE_CHARS_MAX && !block.includes('\n') && !SENTENCE_END.test(block);
  return isTitle && /\p{L}/u.test(block) && !LIST_ITEM.test(block) ? 'like a title' : 'text';
}

/** Marked ones, and short rows of what looks like a title with text after them. */
function headingsAmong(kinds: readonly HeadingKind[]): ReadonlySet<number> {
  const found = new Set<number>();
  let row: number[] = [];
  for (const [index, kind] of kinds.entries()) {
    if (kind === 'like a title') {
      row.push(index);
      continue;
    }
    if (kind === 'marked') found.add(index);
    if (row.length <= HEADINGS_IN_A_ROW_MAX) for (const title of row) found.add(title);
    row = [];
  }
  return found;
}
