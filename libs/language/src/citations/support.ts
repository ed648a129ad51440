import type { SupportingSpan } from '@lectern/contracts/core';
import type { Alignment } from './alignment';
import type { Pin } from '../qualifiers/pin';
import { contradictionIn } from './contradiction';
import { pinnedBy } from './pinned-span';
import type { Candidate } from './passage-index';
import type { Token } from './token';

/** How an entry of the context supports a sentence. */
export interface Support {
  readonly span: SupportingSpan;
  /** Whether the span has the significant words of the sentence in the same order, and no others. */
  readonly isLiteral: boolean;
  /** Share of the sentence that it covers, 0..1. */
  readonly score: number;
}

const ORDER_SHARE = 0.15;
const WHOLE = 0.999;
/**
 * An entry that covers much less than the best one does not support a sentence; nor does any if the best one
 * contradicts.
 */
const SHARE_OF_BEST = 0.85;

/** From this coverage on, a contradiction in a sentence of the context is not outweighed by the sentences around it. */
const CLOSE_COVERAGE = 0.5;

/** A sentence of an answer that needs support. */
export interface Stated {
  readonly tokens: readonly Token[];
  /** Its pins. */
  readonly pins: readonly Pin[];
}

/** The entries that support a sentence, best first, with one span each. */
export function supports({ tokens, pins }: Stated, candidates: readonly Candidate[], threshold: number): Support[] {
  const ranked = [...candidates].sort((a, b) => alignmentScore(b.extended) - alignmentScore(a.extended));
  const [first] = ranked;
  const best = first ? alignmentScore(first.extended) : 0;
  const contradicting = ranked.filter(
    ({ alone }) =>
      alone.coverage >= CLOSE_COVERAGE &&
      contradictionIn(tokens, alone, { isPart: true, said: pinnedBy(pins, alone).said }) !== undefined,
  );
  const found = new Map<string, Support>();
  for (const { alone, extended } of ranked) {
    const score = alignmentScore(extended);
    if (score === 0 || score < threshold || score < best * SHARE_OF_BEST) break;
    const known = found.get(extended.passage.key);
    if (known && (known.isLiteral || known.score > score)) continue;
    const isWhole = isLiteral(tokens, extended);
    if (!isWhole && contradicting.some((other) => isWithin(other.alone, extended))) continue;
    const said = [extended, alone].find((one) => {
      if (alignmentScore(one) < threshold) return false;
      const pinned = pinnedBy(pins, one);
      return pinned.isSame && !contradictionIn(tokens, one, pinned);
    });
    if (!said) continue;
    const support = { span: spanOf(said), isLiteral: isLiteral(tokens, said), score: alignmentScore(said) };
    if (!known || support.isLiteral) found.set(said.passage.key, support);
  }
  return [...found.values()].sort(bySupport);
}

/** Best first; of equal ones, literal quotes first. */
export function bySupport(a: Support, b: Support): number {
  return b.score - a.score || Number(b.isLiteral) - Number(a.isLiteral);
}

function isWithin(part: Alignment, whole: Alignment): boolean {
  return part.passage === whole.passage && part.first >= whole.first && part.last <= whole.last;
}

function alignmentScore({ coverage, order }: Alignment): number {
  return coverage * (1 - ORDER_SHARE) + order * ORDER_SHARE;
}

export function isLiteral(tokens: readonly Token[], alignment: Alignment): boolean {
  if (alignment.coverage < WHOLE || alignment.order < WHOLE) return false;
  const [first, last] = endsOf(alignment);
  return tellingIn(alignment.passage.tokens.slice(first, last + 1)) === tellingIn(tokens);
}

function tellingIn(tokens: readonly Token[]): number {
  return tokens.filter(({ kind }) => kind !== 'function').length;
}

/** From the first matching word of the passage to the last one. */
export function spanOf(alignment: Alignment): SupportingSpan {
  const { key, tokens } = alignment.passage;
  const [first, last] = endsOf(alignment);
  return { key, start: tokens[first]?.start ?? 0, end: tokens[last]?.end ?? 0 };
}

function endsOf({ found }: Alignment): readonly [number, number] {
  const positions = found.filter((at) => at >= 0);
  return [Math.min(...positions), Math.max(...positions)];
}
