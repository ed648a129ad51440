import type { IndexFilter } from '@lectern/contracts/core';
import type { ApproximateWord, KeywordIndex } from '@lectern/keyword-index';
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
