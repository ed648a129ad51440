import { SearchRequest, type SuggestQuery, SuggestRequest, SUGGESTIONS_MAX } from '@lectern/contracts/search';
import { jsonOf } from '../query/request-of-query';

/** What is suggested, whatever says so. */
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

/** Suggestions by query parameters as those by body. @throws AppError `invalid_query` when the expression is no JSON */
export function suggestRequestOf(query: SuggestQuery): SuggestionsWanted {
  const { security_groups: groups, filter_expression: expression, ...members } = query;
  return Object.assign(new SuggestRequest(), members, {
    filter_expression: jsonOf('filter_expression', expression),
    security: groups ? { groups } : undefined,
  });
}

/** A search for the paragraphs that are suggested: it has the same filters. */
export function searchOf({ features: _features, ...wanted }: SuggestionsWanted): SearchRequest {
  return Object.assign(new SearchRequest(), wanted, { features: ['keyword'], top_k: SUGGESTIONS_MAX });
}
