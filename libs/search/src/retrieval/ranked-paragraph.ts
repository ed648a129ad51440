import type { StoredParagraph } from '@lectern/contracts/core';
import type { EntityRelations } from '@lectern/contracts/knowledge-box';
import type { ScoreType } from '@lectern/contracts/search';
import type { FusedHit, LexicalTerms } from '@lectern/ranking';

/** A paragraph with its rank in the response. */
export interface RankedParagraph {
  readonly paragraph: StoredParagraph;
  readonly score: number;
  readonly type: ScoreType;
  /** Semantic similarity to the query: 0 is the model's minimum, 1 is identical; absent when unknown. */
  readonly similarity?: number;
  /** How retrieval ranked the paragraph. */
  readonly retrieved: Retrieved;
  /** Components of the reranker's score, if known. */
  readonly rerankTerms?: LexicalTerms;
  /** Relations that the paragraph states and that led to it. */
  readonly relations?: EntityRelations;
}

/** Scores of a paragraph from the legs and their fusion, independent of the reranker. */
export type Retrieved = Pick<FusedHit, 'score' | 'legs' | 'fusion'>;
