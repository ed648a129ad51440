import { byQuery } from '../../core/door';
import { operation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { readsKnowledgeBox } from '../../knowledge-box/policies';
import { failsOfRetrieval } from '../failures';
import { suggestRequestOf } from '../suggest-by-query';
import { SuggestQuery, SuggestRequest, Suggestions } from './suggest.dto';

const path = '/api/v1/kb/{kbid}/suggest';

/**
 * Suggests what somebody may be looking for who is still typing: paragraphs with the words of the query, the last of
 * them perhaps unfinished and each with a letter wrong at most, and entities of the knowledge graph that begin so. When
 * the graph cannot be read in time, the answer has no entities, and `warnings` says so.
 */
export const suggest = operation({
  name: 'search.suggest.post',
  feature: 'search',
  summary: 'Suggest paragraphs and entities',
  http: { method: 'POST', path, host: 'zone', success: 200 },
  policy: readsKnowledgeBox,
  lane: 'suggest',
  params: KnowledgeBoxTarget,
  body: SuggestRequest,
  answer: Suggestions,
  fails: {
    invalid_query: 'A filter cannot be used; `detail` names it and says why.',
    unavailable: failsOfRetrieval.unavailable,
  },
  deadlineMs: 12_000,
  doors: [
    {
      name: 'search.suggest.get',
      summary: 'Suggest paragraphs and entities, by query parameters',
      description: 'The same as `search.suggest.post`, for clients that cannot send a body.',
      http: { method: 'GET', path },
      ...byQuery(SuggestQuery, suggestRequestOf),
    },
  ],
});
