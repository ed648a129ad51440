import { AppError } from '@lectern/contracts/core';
import { type DateOrder, HITS_MAX } from '@lectern/keyword-index';
import { queryClauses } from '@lectern/text';
import { Injectable } from '@nestjs/common';
import { CollectionProfile } from '../box/collection-profile';
import type { CallContext, RetrievalQuery } from '../query/retrieval-query';
import type { LegFailure } from '../degradation/degradation';
import { FulltextLeg, type FulltextHits } from './fulltext-leg';
import { KeywordLeg, type KeywordLegHits, noKeywordHits } from './keyword-leg';
import { hasMeaning, hasWords, type QueryReading, QueryReadings, keywordsOf } from './query-reading';
import { BEING_REBUILT } from './retrieval.pipeline';
import { SemanticLeg, type SemanticHits } from './semantic-leg';

const noFields: FulltextHits = { fields: [] };
/** Hits beyond those of a page, to make up for hits that are invisible or repeats. */
export const SPARE_HITS = 20;
/** The same, if that number leaves too few. */
const SPARE_HITS_MAX = 500;

/** The requested lists and their lengths. */
export interface ListsWanted {
  readonly keyword: boolean;
  readonly fulltext: boolean;
  readonly semantic: boolean;
  readonly offset: number;
  /** Whether keyword lists start with the lowest score. */
  readonly isWorstFirst: boolean;
  readonly order?: DateOrder;
}

/** Hits that may be too few for a page. */
export interface Extensible {
  /** Searches for more hits; absent when there are no more. @throws AppError `cancelled` */
  readonly extend?: () => Promise<Pick<KeywordLegHits, 'hits' | 'more'>>;
}

/** Results of each index; lists that were not requested are absent. */
export interface SeparateHits {
  readonly reading: QueryReading;
  readonly keyword?: KeywordLegHits & Extensible;
  readonly fulltext?: FulltextHits;
  readonly semantic?: SemanticHits & Extensible;
  /** Messages about failed searches. */
  readonly failures: readonly string[];
  /** Messages about optional parts that were left out. */
  readonly warnings: readonly string[];
}

/** Searches each index separately, with the same legs as the pipeline that fuses them. */
@Injectable()
export class SeparateRetrieval {
  constructor(
    private readonly keywords: KeywordLeg,
    private readonly fulltext: FulltextLeg,
    private readonly semantic: SemanticLeg,
    private readonly profile: CollectionProfile,
    private readonly readings: QueryReadings,
  ) {}

  /** @throws AppError `invalid_query`, `cancelled`; `unavailable` when all searches failed */
  async search(query: RetrievalQuery, wanted: ListsWanted, call: CallContext): Promise<SeparateHits> {
    const reading = await this.readings.read(query, await this.profile.languages(query.kbid));
    const isSaid = hasWords(query, reading.parsed);
    const [keyword, fulltext, semantic] = await Promise.all([
      wanted.keyword ? (isSaid ? this.byAnyWord(query, wanted, { reading, call }) : noKeywordHits) : undefined,
      wanted.fulltext ? (isSaid ? this.byAllWords(query, wanted, { reading, call }) : noFields) : undefined,
      wanted.semantic && hasMeaning(query, reading.parsed) ? this.byMeaning(query, reading, call) : undefined,
    ]);
    const asked: readonly Partial<LegFailure>[] = [keyword, fulltext, semantic].filter((hits) => hits !== undefined);
    const failed = asked.filter(({ failure }) => failure !== undefined);
    if (failed.length === asked.length && failed.some(({ isDamaged }) => !isDamaged))
      throw new AppError('unavailable', 'Nothing could be searched. Please try again.');
    const rebuilding = query.rebuilding ? BEING_REBUILT : undefined;
    const failures = [...failed.map(({ failure }) => failure), rebuilding, query.lacking];
    return {
      reading,
      keyword,
      fulltext,
      semantic,
      warnings: [keyword?.warning, semantic?.warning].filter((warning) => warning !== undefined),
      failures: [...new Set(failures.filter((failure) => failure !== undefined))],
    };
  }

  private async byAnyWord(
    query: RetrievalQuery,
    wanted: ListsWanted,
    { reading, call }: Reader,
  ): Promise<KeywordLegHits & Extensible> {
    const { parsed, stemmed: languages } = reading;
    const end = wanted.offset + query.topK;
    const { filter, minKeywordScore: minScore } = query;
    const { order } = wanted;
    const { signal } = call;
    const asked = { ...keywordsOf(parsed), filter, minScore, order, signal };
    const words = { words: parsed.words, languages };
    const search = (limit: number) => this.keywords.search(query.kbid, { ...asked, limit }, words);
    const isRanked = !order && parsed.terms.length + parsed.phrases.length > 0;
    if (isRanked && wanted.isWorstFirst) return worstFirst(await search(HITS_MAX), end + SPARE_HITS_MAX);
    const extend = () => search(end + SPARE_HITS_MAX);
    const found = await search(end + SPARE_HITS);
    if (!found.more) return found;
    return isRanked && isCutAmongEqual(found, end) ? extend() : { ...found, extend };
  }

  private async byAllWords(
    query: RetrievalQuery,
    { order, isWorstFirst }: ListsWanted,
    { reading, call }: Reader,
  ): Promise<FulltextHits> {
    const { parsed, stemmed } = reading;
    const { filter, minKeywordScore: minScore } = query;
    const { excluded, excludedPhrases } = parsed;
    const clauses = queryClauses(query.query, stemmed, query.synonyms);
    const asked = { clauses, excluded, excludedPhrases, filter, minScore, order, signal: call.signal };
    const found = await this.fulltext.search(query.kbid, asked);
    return clauses.length > 0 && isWorstFirst ? { ...found, fields: found.fields.toReversed() } : found;
  }

  private async byMeaning(
    query: RetrievalQuery,
    { minScore, installed, parsed }: QueryReading,
    call: CallContext,
  ): Promise<SemanticHits & Extensible> {
    const isOnly = !query.legs.has('keyword');
    const options = { minScore: minScore.semantic, isOnly, installed, exclusions: parsed };
    const search = (limit: number) => this.semantic.search(query, call, { ...options, limit });
    const limit = Math.max(1, Math.min(query.topK + SPARE_HITS, SPARE_HITS_MAX));
    const found = await search(limit);
    if (found.ranking.length < limit) return found;
    return { ...found, extend: async () => ({ hits: (await search(SPARE_HITS_MAX)).ranking, more: false }) };
  }
}

function worstFirst({ hits, ...found }: KeywordLegHits, limit: number): KeywordLegHits {
  return { ...found, hits: hits.toReversed().slice(0, limit), more: hits.length > limit };
}

/** Whether hits that tie with the last one of a page are missing; the index chooses among ties. */
function isCutAmongEqual({ hits }: KeywordLegHits, end: number): boolean {
  return end > 0 && hits[end - 1]?.score === hits.at(-1)?.score;
}

interface Reader {
  readonly reading: QueryReading;
  readonly call: CallContext;
}
