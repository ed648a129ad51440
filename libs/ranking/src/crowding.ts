/** The resource of each candidate; undefined for titles, and for texts that stand alone. */
export type Resources = readonly (string | undefined)[];

/** Candidates a resource, on the average, up to which they count as scattered, and from which on as crowded. */
const SCATTERED = 1.3;
const CROWDED = 1.7;

/**
 * How far candidates crowd into few resources, 0..1. Where they do, documents are long and a query is about one of
 * them: then what the same resource says tells more than what others are like (decision 0050). Where all are of one
 * resource, it tells nothing.
 */
export function crowding(resources: Resources): number {
  const known = resources.filter((resource) => resource !== undefined);
  const count = new Set(known).size;
  if (count < 2) return 0;
  const average = known.length / count;
  return Math.min(Math.max((average - SCATTERED) / (CROWDED - SCATTERED), 0), 1);
}

/** For each candidate the best score of another one of its resource; 0 where there is none. */
export function siblingScores(resources: Resources, scores: readonly number[]): number[] {
  return resources.map((resource, at) => {
    if (resource === undefined) return 0;
    const others = scores.filter((_, other) => other !== at && resources[other] === resource);
    return Math.max(0, ...others);
  });
}
