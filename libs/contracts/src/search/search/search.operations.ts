import { BOX_NOT_FOUND } from '../../core/http-binding';
import { byQuery } from '../../core/door';
import { operation } from '../../core/operation';
import { KnowledgeBoxTarget, resourcePaths, ResourceTarget } from '../../knowledge-box/params';
import { readsKnowledgeBox } from '../../knowledge-box/policies';
import { ClientHeaders } from '../client-headers/client-headers.dto';
import { failsOfRetrieval } from '../failures';
import { searchRequestOf } from '../search-by-query';
import {
  ResourceSearchQuery,
  ResourceSearchResults,
  SearchAnswer,
  SearchQuery,
  SearchRequest,
  type SearchResults,
} from './search.dto';

const SEARCH_DEADLINE_MS = 15_000;

const path = '/api/v1/kb/{kbid}/search';

/**
 * Searches each index for itself and returns a list of each: paragraphs with any word of the query, fields with all of
 * its words, paragraphs by meaning. `find` returns one ranking of all. 206 instead of 200 says that a part is missing;
 * `warnings` says which.
 */
export const searchKnowledgeBox = operation({
  name: 'search.search.post',
  feature: 'search',
  summary: 'Search each index',
  http: {
    unknownBox: BOX_NOT_FOUND,
    method: 'POST',
    path,
    host: 'zone',
    success: 200,
    alsoAnswers: [206],
    member: 'results',
    respond: ({ results, incomplete }: SearchAnswer) => ({ status: incomplete ? 206 : 200, body: results }),
    // By its own contract.
    read: (body: unknown, status: number) => ({ results: body as SearchResults, incomplete: status === 206 }),
  },
  policy: readsKnowledgeBox,
  lane: 'search',
  params: KnowledgeBoxTarget,
  headers: ClientHeaders,
  body: SearchRequest,
  answer: SearchAnswer,
  fails: failsOfRetrieval,
  deadlineMs: SEARCH_DEADLINE_MS,
  doors: [
    {
      name: 'search.search.get',
      summary: 'Search each index, by query parameters',
      description: 'The same as `search.search.post`, for clients that cannot send a body.',
      http: { method: 'GET', path },
      ...byQuery(SearchQuery, searchRequestOf),
    },
  ],
});

/**
 * Searches the paragraphs of one resource by words, hidden and restricted resources as a find would. Where nothing is
 * found while the index is filled again, the answer is 503.
 */
export const searchResource = operation({
  name: 'search.resource.search',
  feature: 'search',
  summary: 'Search one resource',
  http: { method: 'GET', path: resourcePaths('/search'), host: 'zone', success: 200 },
  policy: readsKnowledgeBox,
  lane: 'search',
  params: ResourceTarget,
  query: ResourceSearchQuery,
  answer: ResourceSearchResults,
  fails: { ...failsOfRetrieval, not_found: 'The caller can see no such resource.' },
  deadlineMs: SEARCH_DEADLINE_MS,
});
