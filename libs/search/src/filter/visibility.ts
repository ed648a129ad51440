import type { IndexFilter, Principal, RequestSecurity, RetrievalSettings } from '@lectern/contracts';

export interface VisibilityQuery {
  readonly settings: RetrievalSettings;
  readonly principal: Principal;
  readonly security?: RequestSecurity | null;
  readonly showHidden: boolean;
}

/**
 * What a caller may see, to be joined by AND with whatever is asked for. Groups of the credential replace those of the
 * request; without either, everything, unless the knowledge box enforces security: then public resources only.
 */
export function visibility({ settings, principal, security, showHidden }: VisibilityQuery): IndexFilter[] {
  const requested = security ? (security.groups ?? security.access_groups ?? []) : undefined;
  const groups = principal.securityGroups ?? requested ?? (settings.enforceSecurity ? [] : undefined);
  return [
    ...(groups ? [{ visibleTo: groups.map((group) => group.replace(/^\//, '')) }] : []),
    ...(settings.hiddenResourcesEnabled && !showHidden ? [{ hidden: false }] : []),
  ];
}
