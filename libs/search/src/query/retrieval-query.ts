import type { FusionSettings } from '@lectern/ranking';
import type { Synonyms } from '@lectern/text';
import type { IndexFilter, Principal, Visibility } from '@lectern/contracts/core';

export type Leg = 'keyword' | 'semantic';

/** How far a list by words has been shown. */
export interface KeywordPlace {
  /** The last paragraph up to which everything was shown, and its place in the list; absent at the beginning. */
  readonly after?: { readonly id: string; readonly place: number };
  /** Paragraphs behind it that were shown, too. */
  readonly skip: readonly string[];
}

/** A find or ask, understood: what the pipeline needs and nothing of how it was said. */
export interface RetrievalQuery {
  readonly kbid: string;
  readonly query: string;
  /** Embedded and reranked by instead of the query. */
  readonly rephrased?: string;
  /** Looked for besides the words of the query that have them. */
  readonly synonyms?: Synonyms;
  /** Used instead of embedding the query. */
  readonly vector?: Float32Array;
  readonly legs: ReadonlySet<Leg>;
  /** Paragraphs that state what is looked for in the knowledge graph, the best first. */
  readonly graph?: readonly { readonly id: string; readonly score: number }[];
  /** Part of the filter, too; checked again when what was found is read. */
  readonly visibility: Visibility;
  readonly filter?: IndexFilter;
  readonly topK: number;
  readonly vectorset?: string;
  /** The ids of the box's vectorsets, the default one first. */
  readonly vectorsets: readonly string[];
  /** The box's indexes do not hold everything at present. */
  readonly rebuilding: boolean;
  /** Some of the box's paragraphs are not in the index of the vectorset that is searched yet. */
  readonly embedding: boolean;
  /** Undefined means the model's own. */
  readonly minSemanticScore?: number;
  readonly minKeywordScore: number;
  readonly fusion: FusionSettings;
  /** How many of the best are reranked; 0 for none. */
  readonly rerankerWindow: number;
  readonly withDuplicates: boolean;
  /** Where the list by words goes on that was shown before; absent for a first page. */
  readonly place?: KeywordPlace;
}

/** The circumstances of a retrieval. */
export interface CallContext {
  readonly principal: Principal;
  readonly signal: AbortSignal;
  readonly requestId: string;
}
