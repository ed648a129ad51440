import type { IndexFilter } from '@lectern/contracts/core';
import { type ApproximateWord, type KeywordIndex, APPROXIMATE_WORDS_MAX } from '@lectern/keyword-index';
import { parseQuery } from '@lectern/text';
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Words known to occur in a paragraph: about 4 MB. */
const KEPT_MAX = 20_000;
/** After this time, a word whose paragraph was deleted is searched approximately again. */
const KEPT_MS = 600_000;

/** The scope of a search. */
export interface SearchedParagraphs {
  readonly kbid: string;
  readonly filter?: IndexFilter;
  readonly signal?: AbortSignal;
}

/** Caches which words occur in the paragraphs of a box. */
export class KnownWords {
  private readonly kept = new LRUCache<string, true>({ max: KEPT_MAX, ttl: KEPT_MS });

  constructor(private readonly keywords: KeywordIndex) {}

  /**
   * The given words that occur in no paragraph in any form.
   *
   * @param languages ISO 639-1 codes of the collection
   * @param found terms that a paragraph was just found to contain
   * @throws AppError `unavailable`, `cancelled`
   */
  async without(
    { kbid, filter, signal }: SearchedParagraphs,
    words: readonly ApproximateWord[],
    { languages, found = [] }: { readonly languages: readonly string[]; readonly found?: readonly string[] },
  ): Promise<ApproximateWord[]> {
    const scope = `${kbid}/${filter ? createHash('sha256').update(JSON.stringify(filter)).digest('base64') : ''}`;
    const isThere = async ({ word }: ApproximateWord): Promise<boolean> => {
      const key = `${scope}/${word}`;
      if (this.kept.get(key)) return true;
      const { terms } = parseQuery(word, languages);
      // Stop words occur in every text.
      if (terms.length === 0) return true;
      if (terms.some((term) => found.includes(term))) {
        this.kept.set(key, true);
        return true;
      }
      const query = { terms: [...new Set(terms)], phrases: [], excluded: [], filter, signal, limit: 1, textsMax: 0 };
      const { hits } = await this.keywords.search(kbid, query);
      if (hits.length > 0) this.kept.set(key, true);
      return hits.length > 0;
    };
    const there = await Promise.all(words.map(isThere));
    return words.filter((_, i) => !there[i]);
  }
}

/** Shorter words are similar to too many others. */
const MISSPELT_LETTERS_MIN = 3;
const UNFINISHED_LETTERS_MIN = 4;
const BESIDE_OTHERS_LETTERS_MIN = 5;
/** Longest query, in words: longer ones are questions, whose other words find enough. Each word costs a search. */
const BESIDE_OTHERS_MAX = 4;

/** Approximate forms of words: one letter wrong, and the last word possibly unfinished. */
export function approximateWords(
  words: readonly string[],
  unfinishedLettersMin = UNFINISHED_LETTERS_MIN,
): ApproximateWord[] {
  const last = words.length - 1;
  const approximate = words.flatMap((word, i): ApproximateWord[] => {
    const letters = [...word].length;
    const prefix = i === last && letters >= unfinishedLettersMin;
    const edits = letters >= MISSPELT_LETTERS_MIN && !isCode(word) ? 1 : 0;
    return prefix || edits > 0 ? [{ word, edits, prefix }] : [];
  });
  return approximate.slice(-APPROXIMATE_WORDS_MAX);
}

/**
 * Words that may be misspelt although other words of the query match: finished words of a short query that are long
 * enough to be similar to only a few others.
 */
export function perhapsMisspelt(words: readonly string[]): ApproximateWord[] {
  if (words.length > BESIDE_OTHERS_MAX) return [];
  const long = words.filter((word) => [...word].length >= BESIDE_OTHERS_LETTERS_MIN && !isCode(word));
  return long.map((word) => ({ word, edits: 1, prefix: false }));
}

/** A code that differs in a digit is a different code. */
function isCode(word: string): boolean {
  return /\p{N}/u.test(word);
}
