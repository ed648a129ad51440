import { resourceOf } from '@lectern/contracts/core';
import type { MissingResource } from '@lectern/contracts/search';
import type { RetrievalTrace } from '../retrieval/retrieval.pipeline';

/** How far a resource got after retrieval; undefined when it is in no ranking. */
export function stageOfResource(
  rid: string,
  { fused, read, ordered, shown }: RetrievalTrace,
): MissingResource | undefined {
  const rankIn = (ids: readonly string[]) => {
    const rank = ids.findIndex((id) => resourceOf(id) === rid);
    return rank < 0 ? undefined : { paragraph: ids[rank] ?? '', rank };
  };
  const last = rankIn(ordered);
  if (last) return last.rank < shown ? { stage: 'none', ...last } : { stage: 'order', ...last, limit: shown };
  const found = rankIn(fused);
  if (!found) return undefined;
  return found.rank < read ? { stage: 'texts' } : { stage: 'fusion', ...found, limit: read };
}
