import type { IndexFilter, Visibility } from '@lectern/contracts/core';

/** Keeps what a caller may see; joined by AND with what is requested. */
export function visibilityFilter({ groups, hidden }: Visibility): IndexFilter[] {
  return [...(groups ? [{ visibleTo: groups }] : []), ...(hidden ? [] : [{ hidden: false }])];
}
