import { invalidQuery } from '../core/errors';
import type { FilteredQuery } from './filtered-query/filtered-query.dto';
import type { FilteredRequest } from './filtered-request/filtered-request.dto';

/** Members whose query parameters have other names or forms. @throws AppError `invalid_query` for invalid JSON */
export function filteredMembersOf(
  query: FilteredQuery,
): Pick<FilteredRequest, 'filter_expression' | 'field_type_filter' | 'security' | 'min_score'> {
  const { filter_expression: expression, security_groups: groups } = query;
  const semantic = query.min_score_semantic ?? query.min_score;
  return {
    filter_expression: jsonOf('filter_expression', expression),
    field_type_filter: query.field_type,
    security: groups ? { groups } : undefined,
    min_score: { semantic, bm25: query.min_score_bm25 ?? 0 },
  };
}

/**
 * Parses the JSON of a parameter; undefined if the parameter is absent.
 * @throws AppError `invalid_query` for invalid JSON
 */
export function jsonOf(parameter: string, text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw invalidQuery(parameter, 'It is not valid JSON');
  }
}
