import type { Ranking } from '@lectern/ranking';
import type { Synonyms } from '@lectern/text';
import type { Principal, Visibility } from '@lectern/contracts/core';
import type { LegFailure } from '../degradation/degradation';
import type { RetrievalObserver, TracedQuery } from '@lectern/activity';
import type { KeywordCursor } from './keyword-page';

/** Paragraphs that state paths of the knowledge graph; on failure empty, with the reason. */
export interface GraphHits extends Partial<LegFailure> {
  /** The best first. */
  readonly ranking: Ranking;
  /** Whether more paths exist than were read. */
  readonly more: boolean;
}

/** A parsed find or ask: everything the pipeline needs, independent of the request's format. */
export interface RetrievalQuery extends TracedQuery {
  readonly kbid: string;
  /** Replaces the query for embedding and reranking. */
  readonly rephrased?: string;
  /** Additional words to search for, for the words of the query that have synonyms. */
  readonly synonyms?: Synonyms;
  /** Message about a requested feature that the query runs without. */
  readonly lacking?: string;
  /** Used instead of embedding the query. */
  readonly vector?: Float32Array;
  /** Results from the knowledge graph; absent when the graph was not searched. */
  readonly graph?: GraphHits;
  /** Part of the filter; checked again when the results are read. */
  readonly visibility: Visibility;
  /** Whether the box's indexes are currently incomplete. */
  readonly rebuilding: boolean;
  /** Identifies the last time the indexes were emptied before the request. */
  readonly emptied?: string;
  /** Whether some of the box's paragraphs are not yet in the index of the searched vectorset. */
  readonly embedding: boolean;
  /** Undefined means the model's own. */
  readonly minSemanticScore?: number;
  readonly minKeywordScore: number;
  /** Cursor in the keyword list; absent for the first page. */
  readonly cursor?: KeywordCursor;
  /** Whether the order beyond the best `topK` is needed, too. */
  readonly isAllOrdered?: boolean;
}

/** The context of a retrieval call. */
export interface CallContext {
  readonly principal: Principal;
  readonly signal: AbortSignal;
  readonly requestId: string;
  readonly observer?: RetrievalObserver;
}

/** A retrieval call that the activity log records. */
export interface RecordedCall extends CallContext {
  /** The program that asks, as it names itself. */
  readonly client: string;
}
