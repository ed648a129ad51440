import { blankLineBlocks, type Block, blocksOf, linesOf, rangesBetween } from './block';
import { CodePointMap, type TextSpan } from './code-points';
import { type CutLimits, cutRange } from './cutting';
import type { Range } from './sentence';
import { textSize } from './size';

/** Letters of a paragraph of running text at most, about 256 tokens of an embedder. */
export const PARAGRAPH_CHARS_MAX = 1_200;
/** Letters a paragraph of running text should have, about 130 words. */
export const PARAGRAPH_CHARS_AIMED = 800;
/** Letters of a paragraph at most where its writer set the limits of paragraphs. */
export const GIVEN_PARAGRAPH_CHARS_MAX = 10_000;
/** Smaller ones join a neighbour. */
const SMALL_SHARE = 0.25;

export interface ParagraphOptions {
  /** ISO 639-1, for the ends of sentences. */
  readonly language?: string;
  /**
   * `prose` (when absent) looks for paragraphs of a useful size; the others follow given boundaries: every line that is
   * not blank, every stretch between blank lines, or the text between occurrences of `separator`, which belongs to
   * none.
   */
  readonly mode?: 'prose' | 'lines' | 'blocks' | 'separator';
  readonly separator?: string;
  /** Letters at most; an ideograph counts 3, Hangul 2. 1,200 in prose, else 10,000. */
  readonly charsMax?: number;
  /** Offsets in code points that no paragraph may cross: ends of pages, of tables, of slides. */
  readonly boundaries?: readonly number[];
}

/**
 * Paragraphs in order, trimmed, never overlapping, covering all that is not blank; offsets in code points. None is
 * larger than allowed or crosses a boundary; a sentence is cut only where it alone is too large. In prose a heading
 * stays with what follows it, small blocks of one section are put together, large ones cut into parts of equal size.
 */
export function splitParagraphs(text: string, options: ParagraphOptions = {}): TextSpan[] {
  const map = new CodePointMap(text);
  const limits = limitsOf(options);
  const ranges = sections(text, map, options.boundaries ?? []).flatMap((section) => {
    if (options.mode === undefined || options.mode === 'prose') return pack(text, blocksOf(text, section), limits);
    return givenRanges(text, section, options).flatMap((range) => wholeRange(text, range, limits));
  });
  return ranges.map(({ start, end }) => ({
    start: map.toCodePoint(start),
    end: map.toCodePoint(end),
    text: text.slice(start, end),
  }));
}

function limitsOf({ language = '', mode = 'prose', charsMax }: ParagraphOptions): CutLimits {
  const sizeMax = Math.max(charsMax ?? (mode === 'prose' ? PARAGRAPH_CHARS_MAX : GIVEN_PARAGRAPH_CHARS_MAX), 1);
  return {
    language,
    sizeMax,
    sizeAimed: Math.max(1, Math.ceil((sizeMax * PARAGRAPH_CHARS_AIMED) / PARAGRAPH_CHARS_MAX)),
  };
}

function sections(text: string, map: CodePointMap, boundaries: readonly number[]): Range[] {
  const offsets = [...new Set([0, ...boundaries.map((offset) => map.toUtf16(offset)), text.length])].sort(
    (a, b) => a - b,
  );
  return offsets.slice(1).map((end, index) => ({ start: offsets[index] ?? 0, end }));
}

function givenRanges(text: string, section: Range, { mode, separator = '' }: ParagraphOptions): Range[] {
  if (mode === 'lines') return linesOf(text, section);
  if (mode === 'blocks' || separator === '') return blankLineBlocks(text, section);
  return rangesBetween(text, section, new RegExp(separator.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'g'));
}

function wholeRange(text: string, range: Range, limits: CutLimits): Range[] {
  return rangeSize(text, range) <= limits.sizeMax ? [range] : cutRange(text, range, limits);
}

/** Puts small blocks together, cuts large ones, and lets headings begin a paragraph. */
function pack(text: string, blocks: readonly Block[], limits: CutLimits): Range[] {
  let section: Range[] = [];
  const sections = [section];
  let heading: Range | undefined;
  for (const block of blocks) {
    if (block.isHeading && !heading) sections.push((section = []));
    const range: Range = heading ? { start: heading.start, end: block.end } : block;
    heading = block.isHeading ? range : undefined;
    if (!heading) for (const part of wholeRange(text, range, limits)) section.push(part);
  }
  if (heading) sections.push(wholeRange(text, heading, limits));
  return sections.flatMap((ranges) => join(text, ranges, limits));
}

/** Joins neighbours up to the size aimed at; what stays small joins a neighbour as long as that is allowed. */
function join(text: string, section: readonly Range[], limits: CutLimits): Range[] {
  const joined: Range[] = [];
  for (const [index, range] of section.entries()) {
    const last = joined.at(-1);
    const both = last ? { start: last.start, end: range.end } : range;
    const isLeft = index === section.length - 1 && isSmall(text, range, limits);
    const isSmallPair = isLeft || (last !== undefined && isSmall(text, last, limits));
    if (last && rangeSize(text, both) <= (isSmallPair ? limits.sizeMax : limits.sizeAimed))
      joined[joined.length - 1] = both;
    else joined.push(range);
  }
  return joined;
}

function isSmall(text: string, range: Range, limits: CutLimits): boolean {
  return rangeSize(text, range) < limits.sizeAimed * SMALL_SHARE;
}

function rangeSize(text: string, { start, end }: Range): number {
  return textSize(text.slice(start, end));
}
