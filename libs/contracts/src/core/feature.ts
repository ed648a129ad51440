/** Features that operations on a knowledge box belong to. */
export const features = ['upload', 'processing', 'search', 'generative', 'training'] as const;
/**
 * The feature that an operation belongs to. `upload`: adding and changing content; `processing`: having it processed
 * again, and pushing to the processing API; `search`: finding by words, by meaning and in the graph; `generative`:
 * having texts written; `training`: reading training sets.
 */
export type Feature = (typeof features)[number];

/**
 * Features that can be blocked for an account; those with `public_` for guests of its published boxes: anonymous
 * callers, and users without a role on the box.
 */
export const blockableFeatures = [
  ...features,
  'public_upload',
  'public_processing',
  'public_search',
  'public_generative',
] as const;
/** A feature of an account, for callers with a role or (`public_…`) for guests. */
export type BlockableFeature = (typeof blockableFeatures)[number];

/** Whether a feature is among those that are blocked, for callers with a role or for guests of a published box. */
export function isBlocked(
  blocked: readonly BlockableFeature[],
  feature: Feature,
  { isGuest }: { readonly isGuest: boolean },
): boolean {
  const name: string = isGuest ? `public_${feature}` : feature;
  return blocked.some((one) => one === name);
}
