import { type IndexFilter, invalidQuery } from '@lectern/contracts/core';
import type { CatalogRequest, CatalogTextQuery, ResourceStatus } from '@lectern/contracts/knowledge-box';
import { compileCatalogExpression, compileLegacyFilters, type Slugs } from '@lectern/filters';

/** Condition on the title or slug; undefined if the request has none. */
export function catalogTextQuery({ query }: Pick<CatalogRequest, 'query'>): CatalogTextQuery | undefined {
  if (typeof query !== 'string') return query ?? undefined;
  return query.trim() === '' ? undefined : { field: 'title', match: 'words', query };
}

/**
 * All filters of a request.
 *
 * @throws AppError `invalid_request`, `invalid_query`, also when a request has both older filters and an expression
 */
export function filtersOf(request: CatalogRequest, slugs: Slugs): IndexFilter[] {
  const older = [
    // A catalog lists resources, so every label refers to a resource.
    ...compileLegacyFilters({ ...request, fields: [], resource_filters: [] }, new Set<string>()),
    ...(request.with_status ? [statusFilter(request.with_status)] : []),
  ];
  if (request.filter_expression === undefined || request.filter_expression === null) return older;
  if (older.length > 0) throw invalidQuery('filter_expression', 'Cannot mix old filters with filter_expression');
  return [compileCatalogExpression(request.filter_expression, slugs) ?? []].flat();
}

/** Clients of the older filter know two states: pending, and everything else. */
function statusFilter(status: ResourceStatus): IndexFilter {
  if (status !== 'PROCESSED') return { label: '/n/s/PENDING' };
  return { any: [{ label: '/n/s/PROCESSED' }, { label: '/n/s/ERROR' }] };
}
