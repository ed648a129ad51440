import { filteredMembersOf } from './request-of-query';
import { type SearchQuery, SearchRequest, type SearchSort, type SearchSortField } from './search/search.dto';

/**
 * Converts a search by query parameters to one by body.
 * @throws AppError `invalid_query` when the expression is not valid JSON
 */
export function searchRequestOf(query: SearchQuery): SearchRequest {
  const { field_type: _fieldTypes, security_groups: _groups, filter_expression: _expression, ...rest } = query;
  const { sort_field: field, sort_order: order, ...members } = rest;
  return Object.assign(new SearchRequest(), members, {
    ...filteredMembersOf(query),
    sort: sortOf(query, field, order),
  });
}

function sortOf({ query }: SearchQuery, field: SearchSortField | undefined, order: 'asc' | 'desc'): SearchSort {
  return { field: field ?? (query.trim() === '' ? 'created' : 'score'), order };
}
