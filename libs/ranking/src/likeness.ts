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
const WORDS = /[\p{L}\p{N}\p{M}]{3,}/gu;
/** Scripts of short words, or of words without spaces between them. */
const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Of the first 4,000 characters. Words of fewer than three letters are left out; dense scripts count by pairs. */
export function beginningsOf(text: string): Beginnings {
  const counts = new Map<string, number>();
  for (const word of text.slice(0, CHARS_MAX).toLowerCase().match(WORDS) ?? []) {
    for (const part of DENSE.test(word) ? pairsOf(word) : [word.slice(0, BEGINNING_CHARS)])
      counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return counts;
}

function pairsOf(word: string): string[] {
  return Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));
}

/**
 * Texts that are alike answer alike (van Rijsbergen's cluster hypothesis): what good texts are like is good. Likeness is
 * the cosine of log frequencies times how rare a word is among these texts.
 *
 * @param scores of the texts, 0..1
 * Cost: the square of the number of texts times the words that two of them share. Source: Diaz, "Regularizing query-based
 * retrieval scores", Information Retrieval 2007; Kurland & Lee, "PageRank without hyperlinks", SIGIR 2005.
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
  const best = [...row.entries()].sort(([, a], [, b]) => b - a).slice(0, NEAREST);
  const total = best.reduce((sum, [, alike]) => sum + alike, STRANGER);
  return best.reduce((sum, [other, alike]) => sum + alike * (scores[other] ?? 0), 0) / total;
}

/** Row by row, 0 of a text with itself. */
function likenessOf(texts: readonly Beginnings[]): Float64Array[] {
  const rows = texts.map(() => new Float64Array(texts.length));
  for (const holders of holdersOf(texts).values()) {
    for (const [at, own] of holders.entries()) {
      for (let before = 0; before < at; before++) {
        const other = holders[before];
        if (other) add(rows, own, other);
      }
    }
  }
  return rows;
}

interface Holder {
  readonly text: number;
  /** Of the word in the text, whose weights have the length 1. */
  readonly weight: number;
}

function add(rows: readonly Float64Array[], a: Holder, b: Holder): void {
  const [rowA, rowB] = [rows[a.text], rows[b.text]];
  const alike = a.weight * b.weight;
  if (rowA) rowA[b.text] = (rowA[b.text] ?? 0) + alike;
  if (rowB) rowB[a.text] = (rowB[a.text] ?? 0) + alike;
}

/** The texts that have a word, by word. */
function holdersOf(texts: readonly Beginnings[]): ReadonlyMap<string, readonly Holder[]> {
  const frequencies = new Map<string, number>();
  for (const words of texts) for (const word of words.keys()) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  const rarity = (word: string) => {
    const holders = frequencies.get(word) ?? 0;
    return Math.log(1 + (texts.length - holders + 0.5) / (holders + 0.5));
  };
  const holders = new Map<string, Holder[]>();
  for (const [text, words] of texts.entries()) {
    const weights = [...words].map(([word, count]) => [word, (1 + Math.log(count)) * rarity(word)] as const);
    const length = Math.hypot(...weights.map(([, weight]) => weight)) || 1;
    for (const [word, weight] of weights) {
      if ((frequencies.get(word) ?? 0) < 2) continue;
      const own = { text, weight: weight / length };
      const known = holders.get(word);
      if (known) known.push(own);
      else holders.set(word, [own]);
    }
  }
  return holders;
}
