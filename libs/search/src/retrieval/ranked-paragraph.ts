import type { ScoreType, StoredParagraph } from '@lectern/contracts';

/** A paragraph with its place in the answer. */
export interface RankedParagraph {
  readonly paragraph: StoredParagraph;
  readonly score: number;
  readonly type: ScoreType;
}
