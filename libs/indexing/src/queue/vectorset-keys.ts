import type { VectorsetReference } from '@lectern/contracts/knowledge-box';

/** Key of the task that fills a vectorset. */
export function fillKey({ kbid, id }: VectorsetReference): string {
  return `fill:${kbid}/${id}`;
}

/** Key of the task that purges a vectorset. */
export function purgeKey({ kbid, id }: VectorsetReference): string {
  return `purge:${kbid}/${id}`;
}
