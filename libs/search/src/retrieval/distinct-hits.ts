import type { StoredParagraph } from '@lectern/contracts/core';
import type { FusedHit } from '@lectern/ranking';
import type { RankedParagraph } from './ranked-paragraph';

/** Hits with their texts, each text of a field once. */
export interface DistinctHits {
  /** In their order. */
  readonly left: readonly RankedParagraph[];
  /** By id of a hit that is left out, the id of the paragraph that says the same before it. */
  readonly repeats: ReadonlyMap<string, string>;
}

interface Said {
  /** Ids of paragraphs that were shown before. */
  readonly earlier: readonly string[];
  readonly withDuplicates: boolean;
}

/** The first of hits that say the same in one field. Those without a text are left out. */
export function distinctHits(
  hits: readonly FusedHit[],
  texts: ReadonlyMap<string, StoredParagraph>,
  { earlier, withDuplicates }: Said,
): DistinctHits {
  const said = new Map<string, string>();
  for (const id of earlier) {
    const paragraph = texts.get(id);
    if (paragraph) said.set(contentOf(paragraph), id);
  }
  const repeats = new Map<string, string>();
  const left = hits.flatMap(({ id, score, type, legs, fusion }) => {
    const paragraph = texts.get(id);
    if (!paragraph) return [];
    const first = said.get(contentOf(paragraph));
    if (first !== undefined && !withDuplicates) {
      repeats.set(id, first);
      return [];
    }
    said.set(contentOf(paragraph), id);
    return [{ paragraph, score, type, retrieved: { score, legs, fusion } }];
  });
  return { left, repeats };
}

/** What paragraphs of one field have in common that say the same. */
export function contentOf({ rid, field, text }: Pick<StoredParagraph, 'rid' | 'field' | 'text'>): string {
  return `${rid}/${field}\n${text}`;
}
