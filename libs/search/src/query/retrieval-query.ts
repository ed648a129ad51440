import type { Ranking } from '@lectern/ranking';
import type { Synonyms } from '@lectern/text';
import type { Principal, Visibility } from '@lectern/contracts/core';
import type { LegFailure } from '../degradation/degradation';
import type { RetrievalObserver, TracedQuery } from '@lectern/activity';
import type { KeywordPlace } from './keyword-page';

/** Paragraphs that state paths of the knowledge graph; with the reason why there are none, when that is a failure. */
export interface GraphHits extends Partial<LegFailure> {
  /** The best first. */
  readonly ranking: Ranking;
  /** Whether there are more paths than were read. */
  readonly more: boolean;
}

/** A find or ask, understood: what the pipeline needs and nothing of how it was said. */
export interface RetrievalQuery extends TracedQuery {
  readonly kbid: string;
  /** Embedded and reranked by instead of the query. */
  readonly rephrased?: string;
  /** Looked for besides the words of the query that have them. */
  readonly synonyms?: Synonyms;
  /** What the request asks for and the query does without, in words. */
  readonly lacking?: string;
  /** Used instead of embedding the query. */
  readonly vector?: Float32Array;
  /** What was found in the knowledge graph; absent when nothing was looked for there. */
  readonly graph?: GraphHits;
  /** Part of the filter, too; checked again when what was found is read. */
  readonly visibility: Visibility;
  /** The box's indexes do not hold everything at present. */
  readonly rebuilding: boolean;
  /** Names the last time that they were emptied before the request came. */
  readonly emptied?: string;
  /** Some of the box's paragraphs are not in the index of the vectorset that is searched yet. */
  readonly embedding: boolean;
  /** Undefined means the model's own. */
  readonly minSemanticScore?: number;
  readonly minKeywordScore: number;
  /** Where the list by words goes on that was shown before; absent for a first page. */
  readonly place?: KeywordPlace;
}

/** The circumstances of a retrieval. */
export interface CallContext {
  readonly principal: Principal;
  readonly signal: AbortSignal;
  readonly requestId: string;
  readonly observer?: RetrievalObserver;
}
