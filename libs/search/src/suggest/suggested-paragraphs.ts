import { AppError } from '@lectern/contracts/core';
import { type SearchParagraph, SUGGESTIONS_MAX } from '@lectern/contracts/search';
import type { ApproximateWord, KeywordHit, KeywordHits, KeywordQuery } from '@lectern/keyword-index';
import { highlight, type ParsedQuery } from '@lectern/text';
import { Injectable } from '@nestjs/common';
import { CollectionProfile } from '../box/collection-profile';
import type { CallContext, RetrievalQuery } from '../query/retrieval-query';
import { approximateWords } from '../retrieval/known-words';
import { asSaidOnly, KeywordLeg, WITHOUT_FUZZY } from '../retrieval/keyword-leg';
import { hasWords, QueryReadings } from '../retrieval/query-reading';
import { SPARE_HITS } from '../retrieval/separate-retrieval';
import { SearchLists } from '../search/search-lists';
import { searchParagraph } from '../search/search-results';
import { type ScoredParagraph, withoutRepeats } from '../search/without-repeats';

/** Too many words begin with a single letter. */
const UNFINISHED_LETTERS_MIN = 2;
/** Hits requested, to make up for hits that are invisible or repeats. */
const HITS_WANTED = SUGGESTIONS_MAX + SPARE_HITS;
/** The same, if that number leaves too few. */
const HITS_WANTED_MAX = 500;

const UNCLEAR_AS_TYPED = 'It is unclear which of the paragraphs have the words as they were typed';

/** Suggested paragraphs. */
export interface FoundParagraphs {
  readonly results: readonly SearchParagraph[];
  /** Messages about what was left out. */
  readonly warnings: readonly string[];
}

interface FoundHits {
  /** Hits for the exact words, or with the last word completed. */
  readonly first: readonly KeywordHit[];
  /** Hits among the first that contain an exact word; absent when the index does not report this. */
  readonly said?: ReadonlySet<string>;
  /** Hits with one letter wrong; absent when that search failed. */
  readonly misspelt?: readonly KeywordHit[];
}

interface Shown extends Pick<FoundHits, 'first' | 'said'> {
  readonly shown: readonly ScoredParagraph[];
  /** Whether the search for words with one letter wrong succeeded. */
  readonly isComplete: boolean;
}

interface Said {
  readonly parsed: ParsedQuery;
  readonly signal: AbortSignal;
}

/** Finds paragraphs that match the words typed so far. */
@Injectable()
export class SuggestedParagraphs {
  constructor(
    private readonly keywords: KeywordLeg,
    private readonly lists: SearchLists,
    private readonly profile: CollectionProfile,
    private readonly readings: QueryReadings,
  ) {}

  /**
   * Hits for the exact words, or with the last word completed, come before those with one letter wrong.
   *
   * @throws AppError `unavailable`, `cancelled`
   */
  async read(
    query: RetrievalQuery,
    { highlight: isMarked }: { readonly highlight: boolean },
    { signal }: CallContext,
  ): Promise<FoundParagraphs> {
    const { parsed } = await this.readings.read(query, await this.profile.languages(query.kbid));
    if (!hasWords(query, parsed)) return { results: [], warnings: [] };
    const approximate = approximateWords(parsed.words, UNFINISHED_LETTERS_MIN);
    const { shown, first, isComplete, said: known } = await this.shown(query, approximate, { parsed, signal });
    const completed = new Set(first.map(({ id }) => id));
    // Paragraphs that match neither exactly nor by completion have one letter wrong.
    const perhapsSaid = shown.map(({ paragraph: { id } }) => id).filter((id) => completed.has(id));
    const asTyped = known ?? (await this.saidAmong(perhapsSaid, query, { parsed, signal }));
    const said = asTyped ?? completed;
    const { words, phrases } = parsed;
    const results = shown.map((one) => {
      const { id, text } = one.paragraph;
      const marked = isMarked ? highlight(text, words, phrases, { approximate }) : text;
      return searchParagraph(one, { text: marked, isFuzzy: !said.has(id) });
    });
    return { results, warnings: [...(isComplete ? [] : [WITHOUT_FUZZY]), ...(asTyped ? [] : [UNCLEAR_AS_TYPED])] };
  }

  private async shown(query: RetrievalQuery, approximate: readonly ApproximateWord[], said: Said): Promise<Shown> {
    const of = async ({ first, said: saidOnes, misspelt }: FoundHits): Promise<Shown> => {
      const { read } = await this.lists.visibleParagraphs(query, [...first, ...(misspelt ?? [])]);
      return {
        shown: withoutRepeats(read).slice(0, SUGGESTIONS_MAX),
        first,
        said: saidOnes,
        isComplete: misspelt !== undefined,
      };
    };
    const hits = await this.hits(query, approximate, { ...said, limit: HITS_WANTED });
    const found = await of(hits);
    const isEnough = found.shown.length === SUGGESTIONS_MAX;
    if (isEnough || hits.first.length + (hits.misspelt ?? []).length < SUGGESTIONS_MAX) return found;
    return of(await this.hits(query, approximate, { ...said, limit: HITS_WANTED_MAX }));
  }

  private async hits(
    query: RetrievalQuery,
    approximate: readonly ApproximateWord[],
    { limit, ...said }: Said & { readonly limit: number },
  ): Promise<FoundHits> {
    const { terms, phrases } = said.parsed;
    const unfinished = approximate.filter(({ prefix }) => prefix).map((word) => ({ ...word, edits: 0 as const }));
    const found = await this.search(query, { terms, phrases, approximate: unfinished, limit }, said);
    if (!found) throw new AppError('unavailable', 'Nothing could be searched. Please try again.');
    const { hits: first, withTerms } = found;
    // A paragraph found by a phrase may contain none of its words as a term.
    const known = { first, ...(withTerms && phrases.length === 0 && { said: new Set(withTerms) }) };
    if (first.length >= limit - SPARE_HITS || approximate.length === 0) return { ...known, misspelt: [] };
    const ids = new Set(first.map(({ id }) => id));
    const misspelt = await this.search(query, { terms: [], phrases: [], approximate, limit }, said);
    return { ...known, misspelt: misspelt?.hits.filter(({ id }) => !ids.has(id)) };
  }

  /**
   * The paragraphs that match the exact words, including those in their title. Undefined when this cannot be
   * determined.
   */
  private async saidAmong(
    ids: readonly string[],
    query: RetrievalQuery,
    said: Said,
  ): Promise<ReadonlySet<string> | undefined> {
    const { terms, phrases } = said.parsed;
    if (ids.length === 0 || terms.length + phrases.length === 0) return new Set();
    const found = await this.search(query, { terms, phrases, ids, limit: ids.length }, said);
    return found && new Set(found.hits.map(({ id }) => id));
  }

  /** Undefined when the index fails. */
  private async search(
    { kbid, filter }: RetrievalQuery,
    words: Pick<KeywordQuery, 'terms' | 'phrases' | 'approximate' | 'ids' | 'limit'>,
    { parsed: { excluded, excludedPhrases }, signal }: Said,
  ): Promise<Pick<KeywordHits, 'hits' | 'withTerms'> | undefined> {
    const query = { ...words, excluded, excludedPhrases, filter, signal, countMax: 0 };
    const { hits, withTerms, failure } = await this.keywords.search(kbid, query, asSaidOnly);
    return failure === undefined ? { hits, withTerms } : undefined;
  }
}
