import type { StoredParagraph } from '@lectern/contracts/core';
import { contentOf } from '../retrieval/distinct-hits';

/** A paragraph with what it scored. */
export interface ScoredParagraph {
  readonly paragraph: StoredParagraph;
  readonly score: number;
}

/** The first of paragraphs of one field that say the same. */
export function withoutRepeats(paragraphs: readonly ScoredParagraph[]): readonly ScoredParagraph[] {
  const seen = new Set<string>();
  return paragraphs.filter(({ paragraph }) => {
    const content = contentOf(paragraph);
    if (seen.has(content)) return false;
    seen.add(content);
    return true;
  });
}
