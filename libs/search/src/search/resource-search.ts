import { filteredMembersOf, type ResourceSearchQuery, SearchRequest } from '@lectern/contracts/search';

/** A search of the paragraphs of one resource, by keyword. @throws AppError `invalid_query` */
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
