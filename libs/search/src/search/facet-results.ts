import {
  canonicalLabel,
  isChildLabel,
  labelPath,
  readableLabel,
  type StoredParagraph,
  shownLabels,
  withAncestors,
} from '@lectern/contracts/core';
import type { Facets } from '@lectern/contracts/search';

const CHILDREN_MAX = 50;

/** Counts by label path in readable form, without paths whose count is zero. */
export function readableFacets(counts: Facets): Facets {
  const readable = Object.entries(counts).map(([path, children]) => {
    const names = Object.entries(children).map(([child, count]) => [readableLabel(child), count] as const);
    return [readableLabel(path), Object.fromEntries(names)] as const;
  });
  return Object.fromEntries(readable.filter(([, children]) => Object.keys(children).length > 0));
}

/**
 * Number of fields per direct child of the paths, limited to the 50 most frequent per path.
 *
 * @param fields one paragraph per field, with the labels of its resource and field
 */
export function fieldFacets(
  faceted: readonly string[],
  fields: readonly { readonly paragraph: Pick<StoredParagraph, 'labels' | 'resourceLabels'> }[],
): Facets {
  if (faceted.length === 0) return {};
  const carried = new Map<string, number>();
  for (const { paragraph } of fields)
    for (const path of new Set([...paragraph.resourceLabels, ...shownLabels(paragraph.labels)].flatMap(withAncestors)))
      carried.set(path, (carried.get(path) ?? 0) + 1);
  const counts = faceted.map((given) => {
    const path = canonicalLabel(given);
    const children = [...carried].filter(([label]) => isChildLabel(label, labelPath(path)));
    children.sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
    return [path, Object.fromEntries(children.slice(0, CHILDREN_MAX))] as const;
  });
  return readableFacets(Object.fromEntries(counts));
}
