import { resourceOf } from '@lectern/contracts/core';
import type { MissingResource } from '@lectern/contracts/search';
import type { RetrievalTrace } from '../retrieval/retrieval.pipeline';

/** How far a resource got after retrieval; undefined when it is in no ranking. */
export function placeOfResource(
  rid: string,
  { fused, read, ordered, shown }: RetrievalTrace,
): MissingResource | undefined {
  const placeIn = (ids: readonly string[]) => {
    const rank = ids.findIndex((id) => resourceOf(id) === rid);
    return rank < 0 ? undefined : { paragraph: ids[rank] ?? '', rank };
  };
  const place = placeIn(ordered);
  if (place) return place.rank < shown ? { stage: 'none', ...place } : { stage: 'order', ...place, limit: shown };
  const found = placeIn(fused);
  if (!found) return undefined;
  return found.rank < read ? { stage: 'texts' } : { stage: 'fusion', ...found, limit: read };
}
