import { SearchRequest, SUGGESTIONS_MAX, type SuggestionsWanted } from '@lectern/contracts/search';

/** A search for the suggested paragraphs, with the same filters. */
export function searchOf({ features: _features, ...wanted }: SuggestionsWanted): SearchRequest {
  return Object.assign(new SearchRequest(), wanted, { features: ['keyword'], top_k: SUGGESTIONS_MAX });
}
