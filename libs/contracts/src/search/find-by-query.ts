import { type FindQuery, FindRequest } from './find/find.dto';
import { filteredMembersOf, jsonOf } from './request-of-query';

/** Members of a find by body whose query parameters have other names. */
const memberOf: Readonly<Record<string, string>> = {
  field_type: 'field_type_filter',
  security_groups: 'security',
  min_score_semantic: 'min_score',
  min_score_bm25: 'min_score',
};

/**
 * Converts a find by query parameters to one by body.
 * @throws AppError `invalid_query` when a tree is not valid JSON
 */
export function findRequestOf(query: FindQuery): FindRequest {
  const { field_type: _fieldTypes, security_groups: _groups, filter_expression: _expression, ...rest } = query;
  return Object.assign(new FindRequest(), rest, {
    ...filteredMembersOf(query),
    // Empty text means no query, as in a body.
    graph_query: jsonOf('graph_query', query.graph_query || undefined),
    ...(query.given && { given: query.given.map((name) => memberOf[name] ?? name) }),
  });
}
