import { operation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { readsKnowledgeBox } from '../../knowledge-box/policies';
import { failsOfRetrieval } from '../failures';
import { SuggestQuery, SuggestRequest, Suggestions } from './suggest.dto';

const path = '/api/v1/kb/{kbid}/suggest';

const suggests = {
  policy: readsKnowledgeBox,
  lane: 'suggest' as const,
  params: KnowledgeBoxTarget,
  answer: Suggestions,
  fails: {
    invalid_query: 'A filter cannot be used; `detail` names it and says why.',
    unavailable: failsOfRetrieval.unavailable,
  },
  deadlineMs: 12_000,
};

/**
 * Suggests what somebody may be looking for who is still typing: paragraphs with the words of the query, the last of
 * them perhaps unfinished and each with a letter wrong at most, and entities of the knowledge graph that begin so. When
 * the graph cannot be read in time, the answer has no entities, and `warnings` says so.
 */
export const suggest = operation({
  ...suggests,
  name: 'search.suggest.post',
  feature: 'search',
  summary: 'Suggest paragraphs and entities',
  http: { method: 'POST', path, host: 'zone', success: 200 },
  body: SuggestRequest,
});

/** The same as `search.suggest.post`, for clients that cannot send a body. */
export const suggestByQuery = operation({
  ...suggests,
  name: 'search.suggest.get',
  feature: 'search',
  summary: 'Suggest paragraphs and entities, by query parameters',
  http: { method: 'GET', path, host: 'zone', success: 200 },
  query: SuggestQuery,
});
