import type { IndexFilter, Visibility } from '@lectern/contracts/core';

/** Keeps content that a caller may see; joined by AND with the requested filters. */
export function visibilityFilter({ groups, hidden }: Visibility): IndexFilter[] {
  return [...(groups ? [{ visibleTo: groups }] : []), ...(hidden ? [] : [{ hidden: false }])];
}
