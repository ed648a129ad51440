/** What the other texts say of a text, each 0..1. */
export interface Support {
  /** Mean score of the five texts that are most like it, weighted by how alike they are; less where none is. */
  readonly nearest: number;
  /** How much it is like all others, good ones above all: 0 is the least of all texts, 1 the most. */
  readonly centre: number;
}

/** How often each word occurs, by its beginning. */
export type Beginnings = ReadonlyMap<string, number>;

const CHARS_MAX = 4_000;
const NEAREST = 5;
/** Likeness that counts as a sixth neighbour with the score 0, so that texts that hardly share a word say little. */
const STRANGER = 0.3;
/** Forms of a word share it, in any language that has letters; no stemmer is as fast. */
const BEGINNING_CHARS = 6;
const WORD_CHARS_MIN = 3;
const WORDS = /[\p{L}\p{N}\p{M}]{2,}/gu;
/** Scripts of short words, or of words without spaces between them. */
const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Of the first 4,000 characters. Words of fewer than three letters are left out; dense scripts count by pairs. */
export function beginningsOf(text: string): Beginnings {
  const counts = new Map<string, number>();
  for (const word of text.slice(0, CHARS_MAX).toLowerCase().match(WORDS) ?? []) {
    for (const part of partsOf(word)) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return counts;
}

function partsOf(word: string): string[] {
  if (DENSE.test(word)) return Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));
  return word.length < WORD_CHARS_MIN ? [] : [word.slice(0, BEGINNING_CHARS)];
}

/**
 * Texts that are alike answer alike (van Rijsbergen's cluster hypothesis): what good texts are like is good. Likeness
 * is the cosine of log frequencies times how rare a word is among these texts.
 *
 * @param scores of the texts, 0..1
 * Cost: the square of the number of texts times the words that two of them share. Source: Diaz, "Regularizing
 * query-based retrieval scores", Information Retrieval 2007; Kurland & Lee, "PageRank without hyperlinks", SIGIR 2005.
 */
export function supportOf(texts: readonly Beginnings[], scores: readonly number[]): Support[] {
  const likeness = likenessOf(texts);
  const sums = likeness.map((row) => row.reduce((sum, alike, other) => sum + alike * (scores[other] ?? 0), 0));
  const least = Math.min(...sums);
  const range = Math.max(...sums) - least || 1;
  return likeness.map((row, at) => ({
    nearest: nearest(row, scores),
    centre: ((sums[at] ?? 0) - least) / range,
  }));
}

function nearest(row: Float64Array, scores: readonly number[]): number {
  let [total, sum] = [STRANGER, 0];
  for (const other of mostAlike(row)) {
    const alike = row[other] ?? 0;
    total += alike;
    sum += alike * (scores[other] ?? 0);
  }
  return sum / total;
}

/** Of equal ones the first. */
function mostAlike(row: Float64Array): number[] {
  const best: number[] = [];
  for (const [text, alike] of row.entries()) {
    const place = best.findLastIndex((other) => (row[other] ?? 0) >= alike) + 1;
    if (place === NEAREST) continue;
    best.splice(place, 0, text);
    best.length = Math.min(best.length, NEAREST);
  }
  return best;
}

/** Row by row, 0 of a text with itself. */
function likenessOf(texts: readonly Beginnings[]): Float64Array[] {
  const rows = texts.map(() => new Float64Array(texts.length));
  for (const { holders, weights } of sharedWords(texts)) {
    for (const [at, text] of holders.entries()) {
      const row = rows[text] ?? new Float64Array(0);
      const weight = weights[at] ?? 0;
      for (let before = 0; before < at; before++) {
        const other = holders[before] ?? 0;
        row[other] = (row[other] ?? 0) + weight * (weights[before] ?? 0);
      }
    }
  }
  for (const [text, row] of rows.entries()) for (let other = 0; other < text; other++) mirror(rows, row, [text, other]);
  return rows;
}

function mirror(rows: readonly Float64Array[], row: Float64Array, [text, other]: readonly [number, number]): void {
  const mirrored = rows[other];
  if (mirrored) mirrored[text] = row[other] ?? 0;
}

interface SharedWord {
  /** Texts that have it, in order. */
  readonly holders: number[];
  /** In each of them, where all weights of a text have the length 1. */
  readonly weights: number[];
}

/** Words of two texts at least. */
function sharedWords(texts: readonly Beginnings[]): SharedWord[] {
  const byWord = new Map<string, SharedWord>();
  for (const [text, counts] of texts.entries()) {
    for (const [word, count] of counts) {
      const known = byWord.get(word) ?? { holders: [], weights: [] };
      if (known.holders.length === 0) byWord.set(word, known);
      known.holders.push(text);
      known.weights.push(1 + Math.log(count));
    }
  }
  const squares = new Float64Array(texts.length);
  for (const { holders, weights } of byWord.values()) {
    const rarity = Math.log(1 + (texts.length - holders.length + 0.5) / (holders.length + 0.5));
    for (const [at, text] of holders.entries()) {
      const weight = (weights[at] ?? 0) * rarity;
      weights[at] = weight;
      squares[text] = (squares[text] ?? 0) + weight * weight;
    }
  }
  const shared = [...byWord.values()].filter(({ holders }) => holders.length > 1);
  for (const { holders, weights } of shared)
    for (const [at, text] of holders.entries()) weights[at] = (weights[at] ?? 0) / Math.sqrt(squares[text] || 1);
  return shared;
}
