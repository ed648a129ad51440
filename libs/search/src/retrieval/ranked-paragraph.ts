import type { StoredParagraph } from '@lectern/contracts/core';
import type { ScoreType } from '@lectern/contracts/search';

/** A paragraph with its place in the answer. */
export interface RankedParagraph {
  readonly paragraph: StoredParagraph;
  readonly score: number;
  readonly type: ScoreType;
}
