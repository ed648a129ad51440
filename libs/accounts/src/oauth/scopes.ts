/** Scopes that clients can ask for, and what each of them lets them do on the page of consent. */
export const SCOPES = ['openid', 'offline_access', 'profile', 'email', 'api:full_access'] as const;

/**
 * Inside, `offline_access` has another name: the provider drops it from requests that do not ask for a page of consent,
 * which no client of this interface does.
 */
const OFFLINE = 'offline_access';
export const OFFLINE_INSIDE = 'offline';

/** Scopes as the provider knows them. */
export const SCOPES_INSIDE = SCOPES.map((scope) => (scope === OFFLINE ? OFFLINE_INSIDE : scope));

/** Applications of others act as their users with this one only. */
export const FULL_ACCESS = 'api:full_access';

/** Of a client that asks for none. */
export const DEFAULT_SCOPE = `openid offline_access ${FULL_ACCESS}`;

/** A list of scopes from outside, for the provider. */
export function scopeInside(scope: string): string {
  return renamed(scope, OFFLINE, OFFLINE_INSIDE);
}

/** A list of scopes of the provider, for clients. */
export function scopeOutside(scope: string): string {
  return renamed(scope, OFFLINE_INSIDE, OFFLINE);
}

function renamed(scope: string, from: string, to: string): string {
  const names = scope.split(' ').filter(Boolean);
  return [...new Set(names.map((name) => (name === from ? to : name)))].join(' ');
}
