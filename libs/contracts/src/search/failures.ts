import type { Failures } from '../core/failures';

/** When an operation fails that searches. */
export const failsOfRetrieval: Failures = {
  invalid_search_configuration:
    '`search_configuration` names one that does not exist, or one for another kind of request.',
  invalid_query: 'A filter or the vectorset cannot be used; `detail` names it and says why.',
  too_large:
    'The request or its result is larger than the limit: ask for fewer results (`top_k`), or show less of them.',
  unavailable:
    'No index could be searched, too many searches run, or another part of the server cannot answer; ' +
    '`Retry-After` says when to try.',
};
