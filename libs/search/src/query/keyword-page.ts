import type { KeywordHit } from '@lectern/keyword-index';

/** Cursor in a keyword list. */
export interface KeywordCursor {
  /** The last hit of the fully shown prefix and its position in the list; absent at the beginning. */
  readonly after?: { readonly id: string; readonly place: number };
  /** Hits after it that were also shown. */
  readonly skip: readonly string[];
}

/** Hits of the keyword index, best first, and whether there are more of them. */
export interface KeywordList {
  readonly hits: readonly KeywordHit[];
  readonly more: boolean;
  /** Whether hits are ordered by score rather than by date. */
  readonly isRanked: boolean;
}

/** Hits that were not shown yet. If the last shown hit no longer exists, the list continues at its position. */
export function hitsAfter(hits: readonly KeywordHit[], { after, skip }: KeywordCursor): readonly KeywordHit[] {
  const shown = new Set(skip);
  return hits.slice(startOf(hits, after)).filter(({ id }) => !shown.has(id));
}

/** Ids of hits on earlier pages, shown or skipped, in the fields of these paragraphs. */
export function hitsBefore(
  hits: readonly KeywordHit[],
  { after, skip }: KeywordCursor,
  paragraphIds: readonly string[],
): readonly string[] {
  const fields = new Set(paragraphIds.map(fieldIdOfParagraph));
  const before = new Set([...hits.slice(0, startOf(hits, after)).map(({ id }) => id), ...skip]);
  return [...before].filter((id) => fields.has(fieldIdOfParagraph(id)));
}

/**
 * The cursor after the current page.
 *
 * @param passed ids of hits that are shown now or permanently skipped because they are invisible or repeats
 * @param from the cursor at which this page began
 * @returns undefined at the end of the list
 */
export function cursorAfter(
  { hits, more, isRanked }: KeywordList,
  passed: ReadonlySet<string>,
  from?: KeywordCursor,
): KeywordCursor | undefined {
  const seen = new Set([...(from?.skip ?? []), ...passed]);
  // If the list was cut, the next page's longer list may order other hits before those that tie with the last one.
  const lowest = isRanked && more && !from ? hits.at(-1)?.score : undefined;
  let end = startOf(hits, from?.after);
  while (isSettled(hits[end], lowest) && seen.has(hits[end]?.id ?? '')) end += 1;
  const isShown = hits.slice(end).every(({ id }) => seen.has(id));
  // The list of a further page already has the maximum length.
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

function startOf(hits: readonly KeywordHit[], after: KeywordCursor['after']): number {
  if (!after) return 0;
  const at = hits.findIndex(({ id }) => id === after.id);
  return at >= 0 ? at + 1 : Math.min(after.place, hits.length);
}

function fieldIdOfParagraph(paragraphId: string): string {
  return paragraphId.split('/', 3).join('/');
}
