import { AppError } from '@lectern/contracts/core';
import type { DateOrder } from '@lectern/keyword-index';
import { queryClauses } from '@lectern/text';
import { Injectable } from '@nestjs/common';
import { CollectionProfile } from '../box/collection-profile';
import type { CallContext, RetrievalQuery } from '../query/retrieval-query';
import type { LegFailure } from '../degradation';
import { FulltextLeg, type FulltextHits } from './fulltext-leg';
import { KeywordLeg, type KeywordLegHits, noKeywordHits } from './keyword-leg';
import { hasMeaning, hasWords, type QueryReading, QueryReadings, keywordsOf } from './query-reading';
import { BEING_REBUILT } from './retrieval.pipeline';
import { SemanticLeg, type SemanticHits } from './semantic-leg';

const noFields: FulltextHits = { fields: [] };
/** Hits beyond those of a page: some are not visible any more or say the same as others. */
const SPARE_HITS = 20;

/** Which lists are wanted, and how far. */
export interface ListsWanted {
  readonly keyword: boolean;
  readonly fulltext: boolean;
  readonly semantic: boolean;
  readonly offset: number;
  readonly order?: DateOrder;
}

/** What each index found for itself; absent what was not looked for. */
export interface SeparateHits {
  readonly reading: QueryReading;
  readonly keyword?: KeywordLegHits;
  readonly fulltext?: FulltextHits;
  readonly semantic?: SemanticHits;
  /** What could not be searched, in words. */
  readonly failures: readonly string[];
  /** What was left out that the lists can do without, in words. */
  readonly warnings: readonly string[];
}

/** Searches each index for itself, with the same legs as the pipeline that fuses them. */
@Injectable()
export class SeparateRetrieval {
  constructor(
    private readonly keywords: KeywordLeg,
    private readonly fulltext: FulltextLeg,
    private readonly semantic: SemanticLeg,
    private readonly profile: CollectionProfile,
    private readonly readings: QueryReadings,
  ) {}

  /** @throws AppError `invalid_query`, `cancelled`; `unavailable` when nothing could be searched */
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

  private byAnyWord(query: RetrievalQuery, wanted: ListsWanted, { reading, call }: Reader): Promise<KeywordLegHits> {
    const { parsed } = reading;
    const limit = wanted.offset + query.topK + SPARE_HITS;
    const { filter, minKeywordScore: minScore } = query;
    const { order } = wanted;
    const { signal } = call;
    const asked = { ...keywordsOf(parsed), filter, limit, minScore, order, signal };
    return this.keywords.search(query.kbid, asked, parsed.words);
  }

  private byAllWords(query: RetrievalQuery, { order }: ListsWanted, { reading, call }: Reader): Promise<FulltextHits> {
    const { parsed, stemmed } = reading;
    const { filter, minKeywordScore: minScore } = query;
    const clauses = queryClauses(query.query, stemmed, query.synonyms);
    const { excluded, excludedPhrases } = parsed;
    const exclusions = { excluded, excludedPhrases };
    return this.fulltext.search(query.kbid, { clauses, ...exclusions, filter, minScore, order, signal: call.signal });
  }

  private byMeaning(query: RetrievalQuery, { minScore, installed, parsed }: QueryReading, call: CallContext) {
    const isOnly = !query.legs.has('keyword');
    const limit = Math.max(1, Math.min(query.topK + SPARE_HITS, 500));
    const options = { minScore: minScore.semantic, limit, isOnly, installed, exclusions: parsed };
    return this.semantic.search(query, call, options);
  }
}

interface Reader {
  readonly reading: QueryReading;
  readonly call: CallContext;
}
