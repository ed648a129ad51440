import { type Range, sentenceRanges, trimmed } from './sentence';
import { prefixEnd, textSize } from './size';

export interface CutLimits {
  readonly language: string;
  readonly sizeMax: number;
  readonly sizeAimed: number;
}

const CLAUSE_END = /[,;:،؛、，；：)\]»”](?=\s|[\u2e80-\uffff])|\s/gu;
/** A cut this far before the limit is taken for its place; nearer ones of a weaker kind are not considered. */
const EARLIEST_SHARE = 0.5;

/** Cuts a range that is too large into parts of about equal size, between sentences wherever they allow it. */
export function cutRange(text: string, range: Range, limits: CutLimits): Range[] {
  const sentences = sentencesWithin(text, range, limits);
  const sizes = sentences.map(({ start, end }) => textSize(text.slice(start, end)));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const goal = total / Math.ceil(total / limits.sizeAimed);
  const parts: Range[] = [];
  let current: Range | undefined;
  let size = 0;
  for (const [index, sentence] of sentences.entries()) {
    const more = sizes[index] ?? 0;
    const gap = current === undefined ? 0 : sentence.start - current.end;
    if (current !== undefined && size + more / 2 <= goal && size + gap + more <= limits.sizeMax) {
      current = { start: current.start, end: sentence.end };
      size += gap + more;
    } else {
      if (current !== undefined) parts.push(current);
      current = sentence;
      size = more;
    }
  }
  return current === undefined ? parts : [...parts, current];
}

function sentencesWithin(text: string, { start, end }: Range, limits: CutLimits): Range[] {
  return sentenceRanges(text.slice(start, end), limits.language).flatMap((sentence) => {
    const range = { start: start + sentence.start, end: start + sentence.end };
    return textSize(text.slice(range.start, range.end)) <= limits.sizeMax
      ? [range]
      : clauses(text, range, limits.sizeMax);
  });
}

/** Cuts where a clause or at least a word ends, and inside a word only where it is larger than allowed. */
function clauses(text: string, { start, end }: Range, sizeMax: number): Range[] {
  const parts: Range[] = [];
  let from = start;
  while (from < end) {
    const furthest = Math.min(prefixEnd(text, from, sizeMax), end);
    const to = furthest === end ? end : lastBreak(text, from, furthest);
    const range = trimmed(text, from, to);
    if (range) parts.push(range);
    from = to;
  }
  return parts;
}

function lastBreak(text: string, from: number, furthest: number): number {
  const earliest = from + Math.ceil((furthest - from) * EARLIEST_SHARE);
  let clause = 0;
  let word = 0;
  for (const match of text.slice(earliest, furthest).matchAll(CLAUSE_END)) {
    const at = earliest + match.index + match[0].length;
    if (/\s/.test(match[0])) word = at;
    else clause = at;
  }
  return clause || word || beforeMarks(text, from, furthest);
}

/** Steps back over combining marks and joiners, so that a character keeps what belongs to it. */
function beforeMarks(text: string, from: number, furthest: number): number {
  let at = furthest;
  while (at > from + 1 && /[\p{M}\u200d\udc00-\udfff]/u.test(text.charAt(at))) at -= 1;
  return at > from + 1 ? at : furthest;
}
