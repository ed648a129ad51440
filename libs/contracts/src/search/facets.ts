/** Label paths that one request counts below. */
export const FACETS_MAX = 50;

/** What is wrong with a list of facets: one that is there twice, or below another; undefined when nothing is. */
export function facetsProblem(facets: readonly string[]): string | undefined {
  const sorted = [...facets].sort();
  for (const [i, facet] of sorted.entries())
    if (facet === sorted[i + 1]) return `Facet ${facet} is already present in facets. Faceted list must be unique.`;
  const parents = new Set(facets);
  for (const child of sorted)
    for (let end = child.lastIndexOf('/'); end > 0; end = child.lastIndexOf('/', end - 1)) {
      const parent = child.slice(0, end);
      if (parents.has(parent)) return `Nested facets are not allowed: ${child} is a child of ${parent}`;
    }
  return undefined;
}
