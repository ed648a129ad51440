import type { StoredParagraph } from '@lectern/contracts/core';
import { contentOf } from '../retrieval/distinct-hits';

/** A paragraph and its score. */
export interface ScoredParagraph {
  readonly paragraph: StoredParagraph;
  readonly score: number;
}

/** Keeps the first of several paragraphs of one field with the same text. */
export function withoutRepeats(paragraphs: readonly ScoredParagraph[]): readonly ScoredParagraph[] {
  const seen = new Set<string>();
  return paragraphs.filter(({ paragraph }) => {
    const content = contentOf(paragraph);
    if (seen.has(content)) return false;
    seen.add(content);
    return true;
  });
}
