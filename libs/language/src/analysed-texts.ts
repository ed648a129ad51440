import { LRUCache } from 'lru-cache';

/** Paragraphs of some fifty questions, with all that is read from them. */
const BYTES_MAX = 16 * 2 ** 20;
/** A word with its text, stem and places, and its share of what holds it; measured. */
const WORD_BYTES = 128;
const CHARACTER_BYTES = 2;
/** Of an entry without a word. */
const ENTRY_BYTES = 256;

/** Of all kinds, since the reader, citations and scores read the same texts one after the other. */
const latest = new LRUCache<string, object>({ maxSize: BYTES_MAX });

/**
 * A function that takes the latest texts apart once, bounded in bytes together with all others of this process; nobody
 * changes what it returns.
 *
 * @param kind names what is read; one function for each
 * @param analyse pure
 * @param wordsIn how many words a result holds, for its size
 */
export function analysedOnce<T extends object>(
  kind: string,
  analyse: (text: string, ...languages: readonly string[]) => T,
  wordsIn: (analysed: T) => number,
): (text: string, ...languages: readonly string[]) => T {
  return (text, ...languages) => {
    const key = `${kind} ${languages.join(' ')} ${text}`;
    // Only this function has keys that begin with its kind.
    const known = latest.get(key) as T | undefined;
    if (known) return known;
    const analysed = analyse(text, ...languages);
    const size = ENTRY_BYTES + text.length * CHARACTER_BYTES + wordsIn(analysed) * WORD_BYTES;
    latest.set(key, analysed, { size });
    return analysed;
  };
}
