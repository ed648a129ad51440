import { operation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { readsKnowledgeBox } from '../../knowledge-box/policies';
import { RetrieveAnswer, RetrieveRequest, type RetrieveResults } from './retrieve.dto';
import { ClientHeaders } from '../client-headers/client-headers.dto';

/**
 * Finds paragraphs as a find does, and returns their ids with the score of every stage: of each index, of their fusion
 * and of the reranker. Texts are read by other operations. 206 instead of 200 says that a part is missing, because an
 * index, the embedding model or the knowledge graph could not be asked, or an index is being rebuilt: `warnings` says
 * which.
 */
export const retrieveParagraphs = operation({
  name: 'search.retrieve',
  feature: 'search',
  summary: 'Retrieve ids of paragraphs with their scores',
  http: {
    method: 'POST',
    path: '/api/v1/kb/{kbid}/retrieve',
    host: 'zone',
    success: 200,
    alsoAnswers: [206],
    member: 'results',
    respond: ({ results, incomplete }: RetrieveAnswer) => ({ status: incomplete ? 206 : 200, body: results }),
    // By its own contract.
    read: (body: unknown, status: number) => ({ results: body as RetrieveResults, incomplete: status === 206 }),
  },
  policy: readsKnowledgeBox,
  lane: 'search',
  params: KnowledgeBoxTarget,
  headers: ClientHeaders,
  body: RetrieveRequest,
  answer: RetrieveAnswer,
  fails: {
    invalid_request:
      'A member is wrong or unknown, or a filter, the vectorset or the vector cannot be used; `detail` says which and why.',
    unavailable:
      'No index could be searched, too many searches run, or another part of the server cannot answer; ' +
      '`Retry-After` says when to try.',
  },
  deadlineMs: 15_000,
});
