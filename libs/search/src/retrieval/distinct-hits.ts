import type { StoredParagraph } from '@lectern/contracts/core';
import type { FusedHit } from '@lectern/ranking';
import type { RankedParagraph } from './ranked-paragraph';

/** Hits with their texts, without repeated texts within a field. */
export interface DistinctHits {
  /** In their original order. */
  readonly left: readonly RankedParagraph[];
  /** Maps the id of a removed hit to the id of the earlier paragraph with the same text. */
  readonly repeats: ReadonlyMap<string, string>;
}

interface Said {
  /** Ids of paragraphs on earlier pages. */
  readonly earlier: readonly string[];
  readonly withDuplicates: boolean;
}

/** Keeps the first of several hits with the same text in one field. Hits without a text are removed. */
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

/** Key that is equal for paragraphs of one field with the same text. */
export function contentOf({ rid, field, text }: Pick<StoredParagraph, 'rid' | 'field' | 'text'>): string {
  return `${rid}/${field}\n${text}`;
}
