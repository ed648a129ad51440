import { resourceOf } from '@lectern/contracts/core';
import type { Ranking } from '@lectern/ranking';

/** Title and summary of a resource. */
const GENERIC = /^[^/]+\/a\//;

/**
 * A ranking by meaning in which titles and summaries come after the content of their resources. The embedding of a
 * paragraph includes the title, so the title adds nothing; because it is short, it would be more similar to most
 * questions than the paragraph that answers them. If no content of the resource was found, its title keeps its score.
 *
 * @param ranking best first
 * @returns best first; a paragraph is before a title of the same score
 */
export function behindContent(ranking: Ranking): Ranking {
  const best = new Map<string, number>();
  for (const { id, score } of ranking) {
    const rid = resourceOf(id);
    if (!GENERIC.test(id) && score > (best.get(rid) ?? -Infinity)) best.set(rid, score);
  }
  const isGeneric = (id: string) => Number(GENERIC.test(id));
  return ranking
    .map(({ id, score }) => ({ id, score: isGeneric(id) ? Math.min(score, best.get(resourceOf(id)) ?? score) : score }))
    .sort((a, b) => b.score - a.score || isGeneric(a.id) - isGeneric(b.id));
}
