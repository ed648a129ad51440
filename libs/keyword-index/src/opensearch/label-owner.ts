import { withAncestors } from '@lectern/contracts/core';

/** Marks a paragraph that has labels of a labelset of its own. */
export const OWN_LABELS = 'own';
/** Such a label when its resource has it, too. Real labels begin with a slash, so none begins like this. */
export const ownPath = (path: string) => `own:${path}`;
export const resourcePath = (path: string) => `resource:${path}`;

/**
 * Paths that tell the labels of a paragraph from those of its resource; empty unless it has labels of a labelset of its
 * own. Few paragraphs have any, so most take no extra space.
 */
export function ownerPaths(resource: readonly string[], own: readonly string[]): readonly string[] {
  const ownPaths = labelsetPaths(own);
  if (ownPaths.length === 0) return [];
  return [OWN_LABELS, ...ownPaths.map(ownPath), ...labelsetPaths(resource).map(resourcePath)];
}

function labelsetPaths(labels: readonly string[]): readonly string[] {
  return labels.filter((label) => label.startsWith('/l/')).flatMap(withAncestors);
}
