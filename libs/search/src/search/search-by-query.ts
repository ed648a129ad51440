import {
  type ResourceSearchQuery,
  type SearchQuery,
  SearchRequest,
  type SearchSort,
  type SearchSortField,
} from '@lectern/contracts/search';
import { filteredMembersOf } from '../query/request-of-query';

/** A search by query parameters as one by body. @throws AppError `invalid_query` when the expression is no JSON */
export function searchRequestOf(query: SearchQuery): SearchRequest {
  const { field_type: _fieldTypes, security_groups: _groups, filter_expression: _expression, ...rest } = query;
  const { sort_field: field, sort_order: order, ...members } = rest;
  return Object.assign(new SearchRequest(), members, {
    ...filteredMembersOf(query),
    sort: sortOf(query, field, order),
  });
}

/** The same of one resource: paragraphs by words. @throws AppError `invalid_query` */
export function resourceSearchOf(query: ResourceSearchQuery): SearchRequest {
  const { field_type: _fieldTypes, security_groups: _groups, filter_expression: _expression, ...rest } = query;
  const { sort_field: _field, sort_order: order, ...members } = rest;
  return Object.assign(new SearchRequest(), members, filteredMembersOf(query), {
    features: ['keyword'],
    show: [],
    // Dates of one resource order nothing.
    sort: { field: 'score', order },
  });
}

function sortOf({ query }: SearchQuery, field: SearchSortField | undefined, order: 'asc' | 'desc'): SearchSort {
  return { field: field ?? (query.trim() === '' ? 'created' : 'score'), order };
}
