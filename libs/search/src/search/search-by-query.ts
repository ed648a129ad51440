import {
  type ResourceSearchQuery,
  type SearchQuery,
  SearchRequest,
  type SearchSort,
  type SearchSortField,
} from '@lectern/contracts/search';
import { filteredMembersOf } from '../query/request-of-query';

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

/** The same within one resource: paragraphs by keyword. @throws AppError `invalid_query` */
export function resourceSearchOf(query: ResourceSearchQuery): SearchRequest {
  const { field_type: _fieldTypes, security_groups: _groups, filter_expression: _expression, ...rest } = query;
  const { sort_field: _field, sort_order: order, ...members } = rest;
  return Object.assign(new SearchRequest(), members, filteredMembersOf(query), {
    features: ['keyword'],
    show: [],
    // All paragraphs of one resource have the same dates, so dates cannot sort them.
    sort: { field: 'score', order },
  });
}

function sortOf({ query }: SearchQuery, field: SearchSortField | undefined, order: 'asc' | 'desc'): SearchSort {
  return { field: field ?? (query.trim() === '' ? 'created' : 'score'), order };
}
