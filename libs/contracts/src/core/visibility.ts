import { knowledgeBoxRoles, type Principal } from './principal';

/** Which resources of a knowledge box a caller may see. */
export interface Visibility {
  /** A restricted resource is visible with one of its groups; absent: with any. Without leading slashes. */
  readonly groups?: readonly string[];
  /** Whether hidden resources are visible. */
  readonly hidden: boolean;
}

/** Settings of a search and its knowledge box that decide visibility. */
export interface SearchedVisibility {
  /** Groups that the request names; those of the credential replace them. */
  readonly groups?: readonly string[];
  /** Whether the request wants hidden resources. */
  readonly showHidden: boolean;
  /** Whether the knowledge box shows public resources only when no groups are named. */
  readonly enforceSecurity: boolean;
  /** Whether the knowledge box hides resources at all. */
  readonly hiddenResourcesEnabled: boolean;
}

/** Everything is visible. */
export const unrestricted: Visibility = { hidden: true };
const publicOnly: Visibility = { groups: [], hidden: false };

/**
 * Reads by id, slug, list, field and download. Callers with a role on the knowledge box see everything: restrictions
 * apply to searches only. Guests of a published box see public resources, temporal keys with groups also those of
 * their groups.
 */
export function visibilityOfReads(principal: Principal): Visibility {
  if (isGuest(principal)) return publicOnly;
  const { securityGroups } = principal;
  return securityGroups ? { groups: securityGroups.map(comparableGroup), hidden: true } : unrestricted;
}

/**
 * The resources that a search may name by id or slug; others count as unknown, so that their names tell nothing.
 * Groups of the search restrict names, too. Hidden resources may be named by all who may read them.
 */
export function visibilityOfNames(principal: Principal, { groups }: Visibility): Visibility {
  const { hidden } = visibilityOfReads(principal);
  return { ...(groups && { groups }), hidden };
}

/**
 * Searches and answers. Groups of the credential replace those of the request; without either, everything is visible,
 * unless the knowledge box enforces security: then public resources only. Guests choose no groups and see nothing
 * hidden.
 */
export function visibilityOfSearch(
  principal: Principal,
  { groups: requested, showHidden, enforceSecurity, hiddenResourcesEnabled }: SearchedVisibility,
): Visibility {
  if (isGuest(principal)) return publicOnly;
  const groups = principal.securityGroups ?? requested ?? (enforceSecurity ? [] : undefined);
  return {
    ...(groups && { groups: groups.map(comparableGroup) }),
    hidden: showHidden || !hiddenResourcesEnabled,
  };
}

/** Whether a resource is visible: not hidden or hidden ones are wanted, and public or of one of the groups. */
export function isVisible(
  resource: { readonly groups: readonly string[]; readonly hidden: boolean },
  { groups, hidden }: Visibility,
): boolean {
  if (resource.hidden && !hidden) return false;
  if (!groups || resource.groups.length === 0) return true;
  return resource.groups.some((group) => groups.includes(comparableGroup(group)));
}

/** Groups are compared as text; a leading slash does not count. */
export function comparableGroup(group: string): string {
  return group.replace(/^\//, '');
}

/**
 * Whether a caller is one of the people whom an application serves, and not the application: a guest, or a browser with
 * a key or token for groups. They are shown nothing of how the box is set up. Users with a role are, whatever groups
 * they are in.
 */
export function isForEndUser(principal: Principal): boolean {
  const isUser = principal.kind === 'user' || principal.kind === 'pat';
  return (principal.securityGroups !== undefined && !isUser) || isGuest(principal);
}

/**
 * Whether a caller has no role on the knowledge box, so that nobody vouches for what it claims: anonymous callers, and
 * users without a granted role. They are let into published boxes only.
 *
 * @param caller its kind, and its roles on the knowledge box
 */
export function isGuest({ kind, roles }: Pick<Principal, 'kind' | 'roles'>): boolean {
  if (kind === 'none') return true;
  if (kind !== 'user' && kind !== 'pat') return false;
  return !roles.some((role) => role === 'ROOT' || knowledgeBoxRoles.some((granted) => granted === role));
}
