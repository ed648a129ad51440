import { facetPath, isChildLabel, readableLabel } from '@lectern/contracts/core';
import { type CatalogResults, type FacetPrefix } from '@lectern/contracts/knowledge-box';
import type { CountedPrefix, LabelCount } from './catalog.repository';

/** The children of each path with their counts, by readable name. A path without children has no members. */
export function facetsOf(paths: readonly string[], counts: readonly LabelCount[]): CatalogResults['facets'] {
  const childrenOf = (path: string) =>
    counts.filter(({ label }) => isChildLabel(label, path)).map(({ label, count }) => [readableLabel(label), count]);
  return Object.fromEntries(paths.map((path) => [readableLabel(path), Object.fromEntries(childrenOf(path))]));
}

/** Parses the prefixes of a request; without any, all labels match. */
export function prefixesOf(prefixes: readonly (string | FacetPrefix)[]): readonly CountedPrefix[] {
  if (prefixes.length === 0) return [{ path: '' }];
  return prefixes.map((given) =>
    typeof given === 'string'
      ? { path: facetPath(given) }
      : { path: facetPath(given.prefix), depth: given.depth ?? undefined },
  );
}
