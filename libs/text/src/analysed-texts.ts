import { LRUCache } from 'lru-cache';

/** Paragraphs of some fifty questions, with all that is read from them. */
const BYTES_MAX = 16 * 2 ** 20;
/** A word with its text, stem and places, and its share of what holds it; measured. */
const WORD_BYTES = 128;
const CHARACTER_BYTES = 2;
/** Of an entry without a word. */
const ENTRY_BYTES = 256;

/** Of all kinds, since finds, the reader, citations and scores read the same texts one after the other. */
const latest = new LRUCache<string, object>({ maxSize: BYTES_MAX });
const counts = new Map<string, number>();

/** Analyses a text, unless that was done a moment ago. */
export interface AnalysedOnce<T> {
  (text: string, ...languages: readonly string[]): T;
  /** What is known of it, without analysing it. */
  known(text: string, ...languages: readonly string[]): T | undefined;
}

/**
 * A function that takes the latest texts apart once, bounded in bytes together with all others of this process; nobody
 * changes what it returns.
 *
 * @param kind names what is read; one function for each
 * @param analyse pure
 * @param wordsIn how many words a result holds that no other one does, for its size
 */
export function analysedOnce<T extends object>(
  kind: string,
  analyse: (text: string, ...languages: readonly string[]) => T,
  wordsIn: (analysed: T) => number,
): AnalysedOnce<T> {
  const keyOf = (text: string, languages: readonly string[]) => `${kind} ${languages.join(' ')} ${text}`;
  // Only this function has keys that begin with its kind.
  const known = (text: string, ...languages: readonly string[]) => latest.get(keyOf(text, languages)) as T | undefined;
  const once = (text: string, ...languages: readonly string[]): T => {
    const before = known(text, ...languages);
    if (before) return before;
    const analysed = analyse(text, ...languages);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const size = ENTRY_BYTES + text.length * CHARACTER_BYTES + wordsIn(analysed) * WORD_BYTES;
    latest.set(keyOf(text, languages), analysed, { size });
    return analysed;
  };
  return Object.assign(once, { known });
}

/** By kind: how many texts this process has analysed, without those that were known. */
export function analysedSoFar(): Readonly<Record<string, number>> {
  return Object.fromEntries(counts);
}
