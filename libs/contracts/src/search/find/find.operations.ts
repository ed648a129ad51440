import { BOX_NOT_FOUND } from '../../core/http-binding';
import { byQuery } from '../../core/door';
import { operation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { readsKnowledgeBox } from '../../knowledge-box/policies';
import { ClientHeaders } from '../client-headers/client-headers.dto';
import { failsOfRetrieval } from '../failures';
import { findRequestOf } from '../find-by-query';
import { FindAnswer, FindQuery, FindRequest, type FindResults } from './find.dto';

const FIND_DEADLINE_MS = 15_000;

/**
 * Searches by words and by meaning, fuses both rankings and reranks the best. Returns paragraphs by resource and field;
 * `best_matches` has their order. 206 instead of 200 says that a part is missing, because an index, the embedding model
 * or the knowledge graph could not be asked, or an index is being rebuilt: `warnings` says which.
 */
export const findParagraphs = operation({
  name: 'search.find.post',
  feature: 'search',
  summary: 'Find paragraphs',
  http: {
    unknownBox: BOX_NOT_FOUND,
    method: 'POST',
    path: '/api/v1/kb/{kbid}/find',
    host: 'zone',
    success: 200,
    alsoAnswers: [206],
    member: 'results',
    respond: ({ results, incomplete }: FindAnswer) => ({ status: incomplete ? 206 : 200, body: results }),
    // By its own contract.
    read: (body: unknown, status: number) => ({ results: body as FindResults, incomplete: status === 206 }),
  },
  policy: readsKnowledgeBox,
  lane: 'search',
  params: KnowledgeBoxTarget,
  headers: ClientHeaders,
  body: FindRequest,
  answer: FindAnswer,
  fails: failsOfRetrieval,
  deadlineMs: FIND_DEADLINE_MS,
  doors: [
    {
      name: 'search.find.get',
      summary: 'Find paragraphs, by query parameters',
      description: 'The same as `search.find.post`, for clients that cannot send a body.',
      http: { method: 'GET', path: '/api/v1/kb/{kbid}/find' },
      ...byQuery(FindQuery, findRequestOf),
      fails: {
        ...failsOfRetrieval,
        too_large: 'The result is too large: ask for fewer results (`top_k`), or show less of them.',
      },
    },
  ],
});
