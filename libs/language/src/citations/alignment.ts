import type { Passage } from './passage';
import type { Token } from './token';

/** The alignment of a sentence with some words of a passage. */
export interface Alignment {
  readonly passage: Passage;
  /** Index of the first word of the passage that was compared. */
  readonly first: number;
  /** Index after the last one. */
  readonly last: number;
  /** For each word of the sentence the matching word of the passage, in order; −1 if there is none. */
  readonly matches: readonly number[];
  /** The same regardless of order. */
  readonly found: readonly number[];
  /** Share of the sentence's weight that these words of the passage cover, 0..1. */
  readonly coverage: number;
  /** Share of it that is covered in the same order, 0..1. */
  readonly order: number;
}

/** A sentence to compare: its words and their weights. */
export interface Weighted {
  readonly tokens: readonly Token[];
  readonly weights: readonly number[];
}

const windowTokensMax = 400;
/** Weight of a match between different forms of a word, relative to the same form. */
const SIMILAR = 0.8;
const similarLengthMin = 5;

/**
 * The longest common subsequence of a sentence and some words of a passage, weighted by how informative the words are.
 * The cost is the product of both lengths.
 */
export function align(
  sentence: Weighted,
  passage: Passage,
  { first, last: end }: Pick<Alignment, 'first' | 'last'>,
): Alignment {
  const last = Math.min(end, first + windowTokensMax);
  const matches = commonSubsequence(sentence, passage.tokens.slice(first, last)).map((at) =>
    at < 0 ? at : at + first,
  );
  const found = matches.map((at, index) =>
    at >= 0 ? at : tokenPosition(sentence.tokens[index], passage, [first, last]),
  );
  let [total, covered, ordered] = [0, 0, 0];
  sentence.weights.forEach((weight, index) => {
    if (sentence.tokens[index]?.kind === 'function') return;
    total += weight;
    const at = found[index] ?? -1;
    if (at < 0) return;
    const isSame = passage.tokens[at]?.term === sentence.tokens[index]?.term;
    covered += isSame ? weight : weight * SIMILAR;
    if ((matches[index] ?? -1) >= 0) ordered += weight;
  });
  const [coverage, order] = total === 0 ? [0, 0] : [covered / total, ordered / total];
  return { passage, first, last, matches, found, coverage, order };
}

/** Whether two words are forms of one: their beginnings are the same for most of their length. */
export function isSimilar(a: Token, b: Token): boolean {
  if (a.term === b.term) return true;
  if (a.kind === 'number' || b.kind === 'number' || a.kind === 'function' || b.kind === 'function') return false;
  const [short, long] = a.folded.length < b.folded.length ? [a.folded, b.folded] : [b.folded, a.folded];
  if (short.length < similarLengthMin) return false;
  let same = 0;
  while (same < short.length && short.charCodeAt(same) === long.charCodeAt(same)) same += 1;
  return same >= similarLengthMin && same >= long.length * 0.7;
}

function tokenPosition(
  token: Token | undefined,
  { tokens }: Passage,
  [first, last]: readonly [number, number],
): number {
  if (!token || token.kind === 'function') return -1;
  let similar = -1;
  for (let at = first; at < last; at += 1) {
    const other = tokens[at];
    if (!other) break;
    if (other.term === token.term) return at;
    if (similar < 0 && isSimilar(token, other)) similar = at;
  }
  return similar;
}

function commonSubsequence({ tokens, weights }: Weighted, others: readonly Token[]): number[] {
  const width = others.length + 1;
  const best = new Float64Array((tokens.length + 1) * width);
  const otherTerms = others.map(({ term }) => term);
  for (let row = tokens.length - 1; row >= 0; row -= 1) {
    const [term, weight, base] = [tokens[row]?.term, weights[row] ?? 0, row * width];
    for (let column = others.length - 1; column >= 0; column -= 1) {
      const below = best[base + width + column] ?? 0;
      const right = best[base + column + 1] ?? 0;
      let most = below > right ? below : right;
      if (otherTerms[column] === term) most = Math.max(most, (best[base + width + column + 1] ?? 0) + weight);
      best[base + column] = most;
    }
  }
  return traced(tokens, others, (row, column) => best[row * width + column] ?? 0);
}

function traced(
  tokens: readonly Token[],
  others: readonly Token[],
  cell: (row: number, column: number) => number,
): number[] {
  const matches = tokens.map(() => -1);
  let [row, column] = [0, 0];
  while (row < tokens.length && column < others.length) {
    if (tokens[row]?.term === others[column]?.term && cell(row, column) > cell(row, column + 1)) {
      if (cell(row, column) > cell(row + 1, column)) {
        matches[row] = column;
        row += 1;
        column += 1;
        continue;
      }
    }
    if (cell(row + 1, column) >= cell(row, column + 1)) row += 1;
    else column += 1;
  }
  return matches;
}
