import { Bus } from '@lectern/bus';
import { type StoredParagraph, systemPrincipal } from '@lectern/contracts/core';
import { readParagraphs } from '@lectern/contracts/knowledge-box';
import {
  type ApproximateWord,
  type Exclusions,
  IDS_MAX,
  KeywordIndex,
  type KeywordHits,
  type KeywordQuery,
  MATCHES_COUNTED_MAX,
} from '@lectern/keyword-index';
import type { Ranking } from '@lectern/ranking';
import { Injectable } from '@nestjs/common';
import { Degradation, type LegFailure } from '../degradation/degradation';
import { approximateWords, perhapsMisspelt, KnownWords } from './known-words';

/** Keyword matches are counted up to this number; a total of this size may be higher in reality. */
export const TOTAL_MAX = MATCHES_COUNTED_MAX;

export const WITHOUT_FUZZY = 'Words that are nearly the same as those of the query could not be looked for';
const UNKNOWN_EXCLUSIONS =
  'The words that the query excludes could not be looked for, and what may have them is left out';
/** Paragraphs per read. */
const READ_AT_ONCE = 500;

/** On failure empty, with the reason. */
export interface KeywordLegHits extends Omit<KeywordHits, 'total'>, Partial<LegFailure> {
  /** Number of matches, up to the query's `countMax` or `TOTAL_MAX`. */
  readonly total: number;
  /**
   * Words of the query that were searched with a wrong letter or as unfinished, because the exact words do not occur.
   */
  readonly approximate: readonly ApproximateWord[];
  /** Ids of hits for the exact words, if approximate words were searched as well. */
  readonly asSaid?: ReadonlySet<string>;
  /** Message about an optional part that was left out. */
  readonly warning?: string;
}

/** Whether a query has no exclusions. */
export function excludesNothing({ excluded, excludedPhrases = [] }: Exclusions): boolean {
  return excluded.length + excludedPhrases.length === 0;
}

/** The words of a query that may be misspelt. */
export interface AskedWords {
  /** Folded, unstemmed, in order. */
  readonly words: readonly string[];
  /** Languages whose stems the paragraphs have. */
  readonly languages: readonly string[];
}

/** No approximate words. */
export const asSaidOnly: AskedWords = { words: [], languages: [] };

export const noKeywordHits: KeywordLegHits = { hits: [], more: false, total: 0, approximate: [] };

/**
 * Searches paragraphs by keyword and reads their texts. If the index fails, the leg has no hits, but the texts of the
 * other leg's hits are still read.
 */
@Injectable()
export class KeywordLeg {
  private readonly known: KnownWords;

  constructor(
    private readonly bus: Bus,
    private readonly keywords: KeywordIndex,
    private readonly degradation: Degradation,
  ) {
    this.known = new KnownWords(keywords);
  }

  /**
   * If no paragraph contains any word of the query, and the query has no minimum score, it searches for similar words.
   * If paragraphs contain only some of the words, it searches for words similar to the missing ones.
   *
   * @throws AppError `invalid_query`, `invalid_request`, `cancelled`
   */
  async search(kbid: string, query: KeywordQuery, { words, languages }: AskedWords): Promise<KeywordLegHits> {
    try {
      const exact = await this.counted(kbid, query);
      if ((query.minScore ?? 0) > 0) return exact;
      const isFound = exact.hits.length > 0 || exact.more;
      // The only word was found.
      if (isFound && words.length + query.phrases.length < 2) return exact;
      if (isFound) return await this.withMisspelt(kbid, query, { words, languages, exact });
      const approximate = approximateWords(words);
      if (approximate.length === 0) return exact;
      return await this.fuzzy(kbid, { ...query, terms: [], phrases: [], approximate }, exact);
    } catch (error) {
      return { ...noKeywordHits, ...this.degradation.withoutLeg('keyword', error) };
    }
  }

  /** Adds hits for words similar to the missing ones. On failure, returns the hits without them. */
  private async withMisspelt(
    kbid: string,
    query: KeywordQuery,
    { words, languages, exact }: AskedWords & { readonly exact: KeywordLegHits },
  ): Promise<KeywordLegHits> {
    try {
      const { filter, signal } = query;
      const approximate = await this.known.without({ kbid, filter, signal }, perhapsMisspelt(words), {
        languages,
        found: exact.termsFound,
      });
      if (approximate.length === 0) return exact;
      const found = await this.counted(kbid, { ...query, approximate });
      const isSame = found.total === exact.total && found.hits.length === exact.hits.length;
      return isSame ? exact : { ...found, asSaid: new Set(exact.hits.map(({ id }) => id)) };
    } catch (error) {
      this.degradation.goOnWithout('fuzzy', error);
      return { ...exact, warning: WITHOUT_FUZZY };
    }
  }

  /** Hits for similar words. On failure, the leg still succeeds, with no hits. */
  private async fuzzy(kbid: string, query: KeywordQuery, exact: KeywordLegHits): Promise<KeywordLegHits> {
    try {
      return await this.counted(kbid, query);
    } catch (error) {
      this.degradation.goOnWithout('fuzzy', error);
      return { ...exact, warning: WITHOUT_FUZZY };
    }
  }

  /**
   * Removes hits that contain an excluded word from a ranking that was not made by keyword. If that cannot be checked,
   * removes all hits: the caller must not see excluded content.
   *
   * @throws AppError `cancelled`
   */
  async withoutExcluded(
    { kbid, signal }: { readonly kbid: string; readonly signal: AbortSignal },
    ranking: Ranking,
    exclusions: Exclusions,
  ): Promise<{ readonly ranking: Ranking } & Partial<LegFailure>> {
    if (excludesNothing(exclusions)) return { ranking };
    const { excluded: terms, excludedPhrases: phrases = [] } = exclusions;
    const wanted: Ranking[number][] = [];
    try {
      for (let from = 0; from < ranking.length; from += IDS_MAX) {
        const part = ranking.slice(from, from + IDS_MAX);
        const ids = part.map(({ id }) => id);
        const { hits } = await this.keywords.search(kbid, {
          terms,
          phrases,
          excluded: [],
          ids,
          limit: ids.length,
          signal,
        });
        const unwanted = new Set(hits.map(({ id }) => id));
        wanted.push(...part.filter(({ id }) => !unwanted.has(id)));
      }
      return { ranking: wanted };
    } catch (error) {
      return { ranking: [], ...this.degradation.withoutLeg('keyword', error), failure: UNKNOWN_EXCLUSIONS };
    }
  }

  private async counted(kbid: string, query: KeywordQuery): Promise<KeywordLegHits> {
    const { total = 0, ...found } = await this.keywords.search(kbid, { countMax: TOTAL_MAX, ...query });
    return { ...found, total, approximate: query.approximate ?? [] };
  }

  /** Paragraphs in the requested order, without deleted ones. @throws AppError `unavailable` */
  async read(kbid: string, ids: readonly string[]): Promise<readonly StoredParagraph[]> {
    try {
      return await inPages(ids, (page) => this.keywords.read(kbid, page));
    } catch (error) {
      this.degradation.goOnWithout('texts', error);
      return this.readFromBox(kbid, ids);
    }
  }

  /** The same, read without the index. @throws AppError `unavailable` */
  async readFromBox(kbid: string, ids: readonly string[]): Promise<readonly StoredParagraph[]> {
    const options = { principal: systemPrincipal };
    return inPages(ids, async (page) => {
      return (await this.bus.request(readParagraphs, { body: { kbid, ids: page } }, options)).paragraphs;
    });
  }
}

async function inPages(
  ids: readonly string[],
  read: (page: readonly string[]) => Promise<readonly StoredParagraph[]>,
): Promise<readonly StoredParagraph[]> {
  const all: StoredParagraph[] = [];
  for (let from = 0; from < ids.length; from += READ_AT_ONCE)
    all.push(...(await read(ids.slice(from, from + READ_AT_ONCE))));
  return all;
}
