import type { KeywordHit } from '@lectern/keyword-index';

/** How far a list by words has been shown. */
export interface KeywordPlace {
  /** The last paragraph up to which everything was shown, and its place in the list; absent at the beginning. */
  readonly after?: { readonly id: string; readonly place: number };
  /** Paragraphs behind it that were shown, too. */
  readonly skip: readonly string[];
}

/** Hits of the keyword index, best first, and whether there are more of them. */
export interface KeywordList {
  readonly hits: readonly KeywordHit[];
  readonly more: boolean;
  /** Whether scores decide their order, and not dates. */
  readonly isRanked: boolean;
}

/** Hits that were not shown yet. Where the last one is gone, those that stand where it stood follow. */
export function hitsAfter(hits: readonly KeywordHit[], { after, skip }: KeywordPlace): readonly KeywordHit[] {
  const shown = new Set(skip);
  return hits.slice(startOf(hits, after)).filter(({ id }) => !shown.has(id));
}

/** Of the fields of these paragraphs, ids of what earlier pages showed, or left out. */
export function hitsBefore(
  hits: readonly KeywordHit[],
  { after, skip }: KeywordPlace,
  paragraphIds: readonly string[],
): readonly string[] {
  const fields = new Set(paragraphIds.map(fieldOf));
  const before = new Set([...hits.slice(0, startOf(hits, after)).map(({ id }) => id), ...skip]);
  return [...before].filter((id) => fields.has(fieldOf(id)));
}

/**
 * The place behind what is shown now.
 *
 * @param passed ids of what is shown now, or was left out for good: not visible, or a repeat
 * @param from the place where this page began
 * @returns undefined when nothing more follows
 */
export function placeBehind(
  { hits, more, isRanked }: KeywordList,
  passed: ReadonlySet<string>,
  from?: KeywordPlace,
): KeywordPlace | undefined {
  const seen = new Set([...(from?.skip ?? []), ...passed]);
  // Of equal ones at the end of a list that goes on, others may come before them in the longer list of the next page.
  const lowest = isRanked && more && !from ? hits.at(-1)?.score : undefined;
  let end = startOf(hits, from?.after);
  while (isSettled(hits[end], lowest) && seen.has(hits[end]?.id ?? '')) end += 1;
  const isShown = hits.slice(end).every(({ id }) => seen.has(id));
  // The list of a further page is as long as it can be.
  if (isShown && (!more || from)) return undefined;
  const before = new Set(hits.slice(0, end).map(({ id }) => id));
  const last = hits[end - 1];
  return {
    ...(last && { after: { id: last.id, place: end - 1 } }),
    skip: [...seen].filter((id) => !before.has(id)),
  };
}

function isSettled(hit: KeywordHit | undefined, lowest: number | undefined): boolean {
  return hit !== undefined && hit.score !== lowest;
}

function startOf(hits: readonly KeywordHit[], after: KeywordPlace['after']): number {
  if (!after) return 0;
  const at = hits.findIndex(({ id }) => id === after.id);
  return at >= 0 ? at + 1 : Math.min(after.place, hits.length);
}

function fieldOf(paragraphId: string): string {
  return paragraphId.split('/', 3).join('/');
}
