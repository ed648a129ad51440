import {
  SCIM_PAGE_MAX,
  SCIM_PATH,
  type ScimHeaders,
  type ScimListQuery,
  scimSchema,
} from '@lectern/contracts/accounts';
import { deployment } from '@lectern/config';
import type { Compare, Filter } from 'scim2-parse-filter';
import { readFilter } from './scim-filter';

const PAGE_DEFAULT = 100;

/** Which resources are wanted. */
export interface WantedPage {
  readonly filter?: Filter;
  /** From 1. */
  readonly startIndex: number;
  readonly count: number;
}

/** Positions and counts that make no sense count as the nearest ones that do. @throws AppError `bad_request` */
export function wantedPage({ filter, startIndex = 1, count = PAGE_DEFAULT }: ScimListQuery): WantedPage {
  return {
    ...(filter !== undefined && filter.trim() !== '' && { filter: readFilter(filter) }),
    startIndex: Math.max(1, startIndex),
    count: Math.min(SCIM_PAGE_MAX, Math.max(0, count)),
  };
}

/** A page, as SCIM writes it. */
export function listResponse<T>(resources: readonly T[], totalResults: number, startIndex: number) {
  return { schemas: [scimSchema.list], totalResults, startIndex, itemsPerPage: resources.length, Resources: resources };
}

/** Address of the resources of an account, as its caller reaches them. */
export function scimAddress(account: string, { reached }: ScimHeaders): string {
  return `${reached ?? deployment().publicUrl}${SCIM_PATH.replace('{account}', account)}`;
}

/**
 * The equality that every resource of a filter satisfies, with an attribute that has an index: identity providers look
 * each resource up so.
 */
export function lookUpOf(filter: Filter | undefined, names: readonly string[]): Compare | undefined {
  if (filter?.op === 'and') {
    for (const one of filter.filters) {
      const found = lookUpOf(one, names);
      if (found) return found;
    }
    return undefined;
  }
  if (filter?.op !== 'eq') return undefined;
  return names.includes(filter.attrPath.toLowerCase()) && typeof filter.compValue === 'string' ? filter : undefined;
}
