import { CodePointMap, GIVEN_PARAGRAPH_CHARS_MAX, splitParagraphs } from '@lectern/text';
import type { Block, BlockKind, Section } from '../extract/document';
import { HEADING_CHARS_MAX, type OpenHeading, type SplitOptions, type Unit, withoutMarks } from './units';

/** How a text is cut at another one. */
export interface CutOptions extends SplitOptions {
  /** Belongs to no unit. Not empty. */
  readonly splitter: string;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The text between the occurrences of a splitter, one unit each, across blocks. Only units
 * longer than the longest paragraph are cut further.
 *
 * @param open headings above the first block, outermost first; changed to those above the next block
 */
export function* cutUnits(section: Section, options: CutOptions, open: OpenHeading[] = []): Generator<Unit> {
  const { text, blocks } = section;
  let first = 0;
  let headed = 0;
  for (const span of spansBetween(text, options.splitter)) {
    const { start, end } = trimmedSpan(text, span);
    if (start >= end) continue;
    while ((blocks[first]?.end ?? Infinity) <= start) first += 1;
    const inside: Block[] = [];
    for (let at = first; (blocks[at]?.start ?? Infinity) < end; at += 1) {
      const block = blocks[at];
      if (block) inside.push(block);
    }
    headed = openHeadings(section, { from: headed, to: first + leading(inside) }, open);
    const headings = open.map((heading) => heading.text);
    headed = openHeadings(section, { from: headed, to: first + inside.length }, open);
    const seconds = inside.flatMap((block) => (block.seconds ? [block.seconds] : []));
    const { page = 0, reference } = inside[0] ?? {};
    const unit = { kind: sharedKind(inside), page, headings, seconds, reference };
    for (const part of spanParts(text, { start, end }, options)) yield { ...unit, ...part };
  }
  openHeadings(section, { from: headed, to: blocks.length }, open);
}

function* spansBetween(text: string, splitter: string): Generator<Span> {
  let start = 0;
  for (let end = text.indexOf(splitter); end >= 0; end = text.indexOf(splitter, start)) {
    yield { start, end };
    start = end + splitter.length;
  }
  yield { start, end: text.length };
}

function trimmedSpan(text: string, { start, end }: Span): Span {
  const content = text.slice(start, end);
  const from = start + content.length - content.trimStart().length;
  return { start: from, end: from + content.trim().length };
}

/** How many blocks head what follows them. */
function leading(blocks: readonly Block[]): number {
  const content = blocks.findIndex((block) => !isHeading(block));
  return content < 0 ? blocks.length : content;
}

function isHeading({ kind, start, end }: Block): boolean {
  return kind === 'heading' && end - start <= HEADING_CHARS_MAX;
}

/** @returns up to which block headings are open now */
function openHeadings(
  { text, blocks }: Section,
  { from, to }: { readonly from: number; readonly to: number },
  open: OpenHeading[],
): number {
  for (const block of blocks.slice(from, Math.max(from, to))) {
    if (!isHeading(block)) continue;
    const level = block.level ?? 1;
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    open.push({ level, text: withoutMarks(text.slice(block.start, block.end)) });
  }
  return Math.max(from, to);
}

/** That of all its blocks, or else plain text. */
function sharedKind(blocks: readonly Block[]): BlockKind {
  const [first, ...others] = blocks.map(({ kind }) => kind);
  return first === undefined || first === 'heading' || others.some((kind) => kind !== first) ? 'paragraph' : first;
}

function spanParts(text: string, span: Span, { language, paragraphCharsMax }: SplitOptions): Span[] {
  const charsMax = paragraphCharsMax || GIVEN_PARAGRAPH_CHARS_MAX;
  if (span.end - span.start <= charsMax) return [span];
  const content = text.slice(span.start, span.end);
  const map = new CodePointMap(content);
  return splitParagraphs(content, { language, charsMax, mode: 'prose' }).map(({ start, end }) => ({
    start: span.start + map.toUtf16(start),
    end: span.start + map.toUtf16(end),
  }));
}
