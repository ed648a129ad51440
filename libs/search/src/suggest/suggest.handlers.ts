import { handlersOf } from '@lectern/bus';
import { suggest } from '@lectern/contracts/search';
import { RecordedSuggestions } from './recorded-suggestions';

export const SuggestHandlers = handlersOf(RecordedSuggestions).answer(suggest, (suggestions, request) =>
  suggestions.suggest(request.params.kbid, request.body, request),
);
