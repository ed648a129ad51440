import { jsonOf } from './request-of-query';
import { type SuggestQuery, SuggestRequest } from './suggest/suggest.dto';

/** A suggestion request, independent of its format. */
export interface SuggestionsWanted extends SuggestRequest, Partial<LegacyMembers> {
  readonly debug?: boolean;
}

type LegacyMembers = Pick<
  SuggestQuery,
  | 'fields'
  | 'filters'
  | 'range_creation_start'
  | 'range_creation_end'
  | 'range_modification_start'
  | 'range_modification_end'
>;

/**
 * Converts suggestions by query parameters to those by body.
 * @throws AppError `invalid_query` when the expression is not valid JSON
 */
export function suggestRequestOf(query: SuggestQuery): SuggestionsWanted {
  const { security_groups: groups, filter_expression: expression, ...members } = query;
  return Object.assign(new SuggestRequest(), members, {
    filter_expression: jsonOf('filter_expression', expression),
    security: groups ? { groups } : undefined,
  });
}
