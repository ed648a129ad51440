import { canonicalLabel } from './label-alias';
import { labelPath } from './label';

/** Facets of one request. */
export const FACETS_MAX = 50;

/** Finds faults in the facets of a request: each must be a path, given once, and not below another one. */
export function facetsProblem(facets: readonly string[]): string | undefined {
  const asked = facets.map((facet) => ({ facet, path: facetPath(facet) }));
  const paths = new Set<string>();
  for (const { facet, path } of asked) {
    if (!facet.startsWith('/')) return `Invalid facet. It must start with a \`/\`: ${facet}`;
    if (paths.has(path)) return `Facet ${facet} is already present in facets. Faceted list must be unique.`;
    paths.add(path);
  }
  for (const child of asked) {
    const parent = asked.find(({ path }) => child.path.startsWith(`${path}/`));
    if (parent) return `Nested facets are not allowed: ${child.facet} is a child of ${parent.facet}`;
  }
  return undefined;
}

/** The path that a facet means. */
export function facetPath(facet: string): string {
  return labelPath(canonicalLabel(facet));
}
