import { withAncestors } from '@lectern/contracts/core';

/** Among the labels of a paragraph that has labels of a labelset of its own. */
export const OWN_LABELS = 'own';
/** Such a label, and one that its resource has. No label begins like this: they begin with a slash. */
export const ownPath = (path: string) => `own:${path}`;
export const resourcePath = (path: string) => `resource:${path}`;

/**
 * What tells the labels of a paragraph from those of its resource; nothing unless it has labels of a labelset of its
 * own. Few paragraphs have any, so that others take no more room.
 */
export function ownerPaths(resource: readonly string[], own: readonly string[]): readonly string[] {
  const ownPaths = labelsetPaths(own);
  if (ownPaths.length === 0) return [];
  return [OWN_LABELS, ...ownPaths.map(ownPath), ...labelsetPaths(resource).map(resourcePath)];
}

function labelsetPaths(labels: readonly string[]): readonly string[] {
  return labels.filter((label) => label.startsWith('/l/')).flatMap(withAncestors);
}
