import { BEGINNING_CHARS, keysOfBeginnings, type WordNumbers } from './word-numbers';

/** What the other texts say of a text, each 0..1. */
export interface Support {
  /** Mean score of the five texts that are most like it, weighted by how alike they are; less where none is. */
  readonly nearest: number;
  /** How much it is like all others, good ones above all: 0 is the least of all texts, 1 the most. */
  readonly centre: number;
}

/** How often each word occurs, by the number of its beginning. */
export interface CountedWords {
  /** Each once, in the order of their first times. */
  readonly words: readonly number[];
  /** How often each of them occurs. */
  readonly counts: readonly number[];
}

const CHARS_MAX = 4_000;
const NEAREST = 5;
/** Likeness that counts as a sixth neighbour with the score 0, so that texts that hardly share a word say little. */
const STRANGER = 0.3;
const WORD_CHARS_MIN = 3;
const WORDS = /[\p{L}\p{N}\p{M}]{2,}/gu;
/** Scripts of short words, or of words without spaces between them. */
const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/**
 * Of the first 4,000 characters. Words of fewer than three letters are left out; dense scripts count by pairs. Forms of
 * a word share its beginning, in any language that has letters; no stemmer is as fast.
 */
export function beginningsOf(text: string, numbers: WordNumbers): CountedWords {
  const beginning = text.slice(0, CHARS_MAX);
  const keys = keysOfBeginnings(beginning, WORD_CHARS_MIN);
  if (keys) return counted(keys.map((key) => numbers.numberOfKey(key)));
  const parts = (beginning.toLowerCase().match(WORDS) ?? []).flatMap(wordParts);
  return counted(parts.map((part) => numbers.numberOfBeginning(part)));
}

/** By number: its position among the words of a text, from 1. Zero before and after each use. */
let indexPlusOne = new Int32Array(0);

function counted(all: readonly number[]): CountedWords {
  const largest = all.reduce((most, number) => Math.max(most, number), 0);
  if (largest >= indexPlusOne.length) indexPlusOne = new Int32Array(2 * (largest + 1));
  const words: number[] = [];
  const counts: number[] = [];
  for (const number of all) {
    const index = (indexPlusOne[number] ||= words.push(number)) - 1;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  for (const word of words) indexPlusOne[word] = 0;
  return { words, counts };
}

function wordParts(word: string): string[] {
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
export function supportOf(texts: readonly CountedWords[], scores: readonly number[]): Support[] {
  const likeness = likenessOf(texts);
  const rows = texts.map((_, at) => likeness.subarray(at * texts.length, (at + 1) * texts.length));
  const sums = rows.map((row) => row.reduce((sum, alike, other) => sum + alike * (scores[other] ?? 0), 0));
  const least = Math.min(...sums);
  const range = Math.max(...sums) - least || 1;
  return rows.map((row, at) => ({
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
  for (let text = 0; text < row.length; text++) {
    const alike = row[text] ?? 0;
    let rank = best.length;
    while (rank > 0 && (row[best[rank - 1] ?? 0] ?? 0) < alike) rank--;
    if (rank === NEAREST) continue;
    best.splice(rank, 0, text);
    if (best.length > NEAREST) best.length = NEAREST;
  }
  return best;
}

/** Row by row, 0 of a text with itself. */
function likenessOf(texts: readonly CountedWords[]): Float64Array {
  const size = texts.length;
  const rows = new Float64Array(size * size);
  const { ends, holders, weights } = sharedWords(texts);
  let start = 0;
  for (const end of ends) {
    for (let at = start; at < end; at++) {
      const row = (holders[at] ?? 0) * size;
      const weight = weights[at] ?? 0;
      for (let before = start; before < at; before++) {
        const cell = row + (holders[before] ?? 0);
        rows[cell] = (rows[cell] ?? 0) + weight * (weights[before] ?? 0);
      }
    }
    start = end;
  }
  for (let text = 0; text < size; text++)
    for (let other = 0; other < text; other++) rows[other * size + text] = rows[text * size + other] ?? 0;
  return rows;
}

/** Words, each with the texts that have it, one word behind the other. */
interface SharedWords {
  /** Where each word ends. */
  readonly ends: Int32Array;
  /** Texts that have it, in order. */
  readonly holders: Int32Array;
  /** In each of them, where all weights of a text have the length 1. */
  readonly weights: Float64Array;
}

/** By word: its position among the words of the texts, from 1. Zero before and after each use. */
let placeOf = new Int32Array(0);

function sharedWords(texts: readonly CountedWords[]): SharedWords {
  const { counts, total } = countHolders(texts);
  const ends = new Int32Array(counts.length);
  const next = new Int32Array(counts.length);
  let start = 0;
  for (let word = 0; word < counts.length; word++) {
    next[word] = start;
    ends[word] = start += counts[word] ?? 0;
  }
  const holders = new Int32Array(total);
  const weights = new Float64Array(total);
  for (const [text, { words, counts: times }] of texts.entries())
    for (let i = 0; i < words.length; i++) {
      const word = (placeOf[words[i] ?? 0] ?? 1) - 1;
      const at = next[word] ?? 0;
      next[word] = at + 1;
      holders[at] = text;
      weights[at] = 1 + Math.log(times[i] ?? 1);
    }
  for (const { words } of texts) for (const word of words) placeOf[word] = 0;
  weigh({ ends, holders, weights }, texts.length);
  return { ends, holders, weights };
}

/** In how many texts each word is, in the order in which the words come first. */
function countHolders(texts: readonly CountedWords[]): { readonly counts: readonly number[]; readonly total: number } {
  const largest = texts.reduce((most, { words }) => words.reduce((max, word) => Math.max(max, word), most), 0);
  if (largest >= placeOf.length) placeOf = new Int32Array(2 * (largest + 1));
  const counts: number[] = [];
  let total = 0;
  for (const { words } of texts)
    for (const word of words) {
      const place = (placeOf[word] ||= counts.push(0));
      counts[place - 1] = (counts[place - 1] ?? 0) + 1;
      total += 1;
    }
  return { counts, total };
}

/** How rare a word is counts, and the length of a text does not. */
function weigh({ ends, holders, weights }: SharedWords, texts: number): void {
  const squares = new Float64Array(texts);
  let start = 0;
  for (const end of ends) {
    const rarity = Math.log(1 + (texts - (end - start) + 0.5) / (end - start + 0.5));
    for (; start < end; start++) {
      const weight = (weights[start] ?? 0) * rarity;
      const text = holders[start] ?? 0;
      weights[start] = weight;
      squares[text] = (squares[text] ?? 0) + weight * weight;
    }
  }
  // Entries would be an array for each, a twentieth of what a find allocates.
  for (let at = 0; at < holders.length; at++)
    weights[at] = (weights[at] ?? 0) / Math.sqrt(squares[holders[at] ?? 0] || 1);
}
