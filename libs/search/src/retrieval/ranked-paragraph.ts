import type { StoredParagraph } from '@lectern/contracts/core';
import type { EntityRelations } from '@lectern/contracts/knowledge-box';
import type { ScoreType } from '@lectern/contracts/search';
import type { FusedHit, LexicalTerms } from '@lectern/ranking';

/** A paragraph with its place in the answer. */
export interface RankedParagraph {
  readonly paragraph: StoredParagraph;
  readonly score: number;
  readonly type: ScoreType;
  /** To the query in meaning: 0 is the least of the model, 1 the same; absent where it is not known. */
  readonly similarity?: number;
  /** How retrieval came to its place. */
  readonly retrieved: Retrieved;
  /** What the score of the reranker is made of, where that is known. */
  readonly rerankTerms?: LexicalTerms;
  /** Relations that it states and was found by. */
  readonly relations?: EntityRelations;
}

/** What the legs and their fusion say of a paragraph, whatever the reranker says then. */
export type Retrieved = Pick<FusedHit, 'score' | 'legs' | 'fusion'>;
