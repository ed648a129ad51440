import { AppError, type IndexFilter } from '@lectern/contracts/core';
import { type SearchParagraph, SUGGESTIONS_MAX } from '@lectern/contracts/search';
import type { ApproximateWord, KeywordHit, KeywordQuery } from '@lectern/keyword-index';
import { highlight, type ParsedQuery } from '@lectern/text';
import { Injectable } from '@nestjs/common';
import { CollectionProfile } from '../box/collection-profile';
import type { CallContext, RetrievalQuery } from '../query/retrieval-query';
import { approximateWords } from '../retrieval/approximate-words';
import { KeywordLeg } from '../retrieval/keyword-leg';
import { hasWords, QueryReadings } from '../retrieval/query-reading';
import { SPARE_HITS } from '../retrieval/separate-retrieval';
import { SearchLists } from '../search/search-lists';
import { searchParagraph } from '../search/search-results';
import { type ScoredParagraph, withoutRepeats } from '../search/without-repeats';

/** A single letter begins too many words. */
const UNFINISHED_LETTERS_MIN = 2;
/** Hits that are looked for: some are not visible any more or say the same as others. */
const HITS_WANTED = SUGGESTIONS_MAX + SPARE_HITS;
/** The same where that many leave too few. */
const HITS_WANTED_MAX = 500;
/** Paragraphs of ten fields that have a word as it is said; some field may have more. */
const SAID_MAX = 5_000;

interface Said {
  readonly parsed: ParsedQuery;
  readonly signal: AbortSignal;
}

/** Paragraphs that have the words of a query so far. */
@Injectable()
export class SuggestedParagraphs {
  constructor(
    private readonly keywords: KeywordLeg,
    private readonly lists: SearchLists,
    private readonly profile: CollectionProfile,
    private readonly readings: QueryReadings,
  ) {}

  /**
   * Those with the words as they are said, or with the last one completed, come before those with a letter wrong.
   *
   * @throws AppError `unavailable`, `cancelled`
   */
  async read(
    query: RetrievalQuery,
    { highlight: isMarked }: { readonly highlight: boolean },
    { signal }: CallContext,
  ): Promise<readonly SearchParagraph[]> {
    const { parsed } = await this.readings.read(query, await this.profile.languages(query.kbid));
    if (!hasWords(query, parsed)) return [];
    const approximate = approximateWords(parsed.words, UNFINISHED_LETTERS_MIN);
    const shown = await this.shown(query, approximate, { parsed, signal });
    const said = await this.saidAmong(shown, query, { parsed, signal });
    const { words, phrases } = parsed;
    return shown.map((one) => {
      const { id, text } = one.paragraph;
      const marked = isMarked ? highlight(text, words, phrases, { approximate }) : text;
      return searchParagraph(one, { text: marked, isFuzzy: !said.has(id) });
    });
  }

  private async shown(
    query: RetrievalQuery,
    approximate: readonly ApproximateWord[],
    said: Said,
  ): Promise<readonly ScoredParagraph[]> {
    const distinctOf = async (hits: readonly KeywordHit[]) =>
      withoutRepeats((await this.lists.visibleParagraphs(query, hits)).read).slice(0, SUGGESTIONS_MAX);
    const hits = await this.hits(query, approximate, { ...said, limit: HITS_WANTED });
    const distinct = await distinctOf(hits);
    if (distinct.length === SUGGESTIONS_MAX || hits.length < SUGGESTIONS_MAX) return distinct;
    return distinctOf(await this.hits(query, approximate, { ...said, limit: HITS_WANTED_MAX }));
  }

  private async hits(
    query: RetrievalQuery,
    approximate: readonly ApproximateWord[],
    { limit, ...said }: Said & { readonly limit: number },
  ): Promise<readonly KeywordHit[]> {
    const { terms, phrases } = said.parsed;
    const unfinished = approximate.filter(({ prefix }) => prefix).map((word) => ({ ...word, edits: 0 as const }));
    const first = await this.search(query, { terms, phrases, approximate: unfinished, limit }, said);
    if (first.length >= limit - SPARE_HITS || approximate.length === 0) return first;
    const found = new Set(first.map(({ id }) => id));
    const misspelt = await this.search(query, { terms: [], phrases: [], approximate, limit }, said);
    return [...first, ...misspelt.filter(({ id }) => !found.has(id))];
  }

  /** Which of the paragraphs are found by the words as they are said: of their title, too. */
  private async saidAmong(
    shown: readonly ScoredParagraph[],
    query: RetrievalQuery,
    said: Said,
  ): Promise<ReadonlySet<string>> {
    const { terms, phrases } = said.parsed;
    if (shown.length === 0) return new Set();
    const resourceFields = [...new Set(shown.map(({ paragraph: { rid, field } }) => `${rid}/${field}`))];
    const within: RetrievalQuery = { ...query, filter: { all: [...partsOf(query.filter), { resourceFields }] } };
    const hits = await this.search(within, { terms, phrases, limit: SAID_MAX }, said);
    return new Set(hits.map(({ id }) => id));
  }

  private async search(
    { kbid, filter }: RetrievalQuery,
    words: Pick<KeywordQuery, 'terms' | 'phrases' | 'approximate' | 'limit'>,
    { parsed: { excluded }, signal }: Said,
  ): Promise<readonly KeywordHit[]> {
    const query = { ...words, excluded, filter, signal, countMax: 0 };
    const { hits, failure } = await this.keywords.search(kbid, query, []);
    if (failure !== undefined) throw new AppError('unavailable', 'Nothing could be searched. Please try again.');
    return hits;
  }
}

function partsOf(filter: IndexFilter | undefined): readonly IndexFilter[] {
  return filter ? [filter] : [];
}
