import { operation, streamOperation, type Policy } from '../core/operation';
import { KnowledgeBoxTarget, ResourceTarget } from '../knowledge-box/params';
import { readsKnowledgeBox } from '../knowledge-box/policies';
import { BY_ID, BY_SLUG } from '../knowledge-box/resource.operations';
import { askDocument, AskDocument, askLine, AskLine } from './ask-document';
import { AskHeaders, AskRequest, AskValue } from './ask.dto';
import { FindAnswer, FindQuery, FindRequest, type FindResults } from './find.dto';

const FIND_DEADLINE_MS = 15_000;
const ASK_DEADLINE_MS = 120_000;

const found = {
  host: 'zone',
  success: 200,
  alsoAnswers: [206],
  member: 'results',
  respond: ({ results, incomplete }: FindAnswer) => ({ status: incomplete ? 206 : 200, body: results }),
  // By its own contract.
  read: (body: unknown, status: number) => ({ results: body as FindResults, incomplete: status === 206 }),
} as const;

const find = {
  policy: readsKnowledgeBox,
  params: KnowledgeBoxTarget,
  answer: FindAnswer,
  deadlineMs: FIND_DEADLINE_MS,
};

export const findParagraphs = operation({
  ...find,
  name: 'search.find.post',
  summary: 'Find paragraphs',
  http: { ...found, method: 'POST', path: '/api/v1/kb/{kbid}/find' },
  body: FindRequest,
});

export const findByQuery = operation({
  ...find,
  name: 'search.find.get',
  summary: 'Find paragraphs, by query parameters',
  http: { ...found, method: 'GET', path: '/api/v1/kb/{kbid}/find' },
  query: FindQuery,
});

/** Asking is the one thing that a temporal key with security groups may do. */
const asks: Policy = { ...readsKnowledgeBox, credentials: [...readsKnowledgeBox.credentials, 'temporal'] };

const ask = { policy: asks, headers: AskHeaders, body: AskRequest, answer: AskValue, deadlineMs: ASK_DEADLINE_MS };

const binding = {
  method: 'POST',
  host: 'zone',
  success: 200,
  reply: 'ndjson',
  respond: askLine,
  writes: AskLine,
  collect: {
    when: ({ headers }: { headers: unknown }) => wantsDocument(headers),
    into: askDocument,
    writes: AskDocument,
  },
} as const;

export const askKnowledgeBox = streamOperation({
  ...ask,
  name: 'search.ask.knowledge-box',
  summary: 'Ask a knowledge box',
  http: { ...binding, path: '/api/v1/kb/{kbid}/ask' },
  params: KnowledgeBoxTarget,
});

export const askResource = streamOperation({
  ...ask,
  name: 'search.ask.resource',
  summary: 'Ask a resource',
  http: { ...binding, path: `${BY_ID}/ask` },
  params: ResourceTarget,
});

export const askResourceBySlug = streamOperation({
  ...ask,
  name: 'search.ask.resource-by-slug',
  summary: 'Ask a resource, by slug',
  http: { ...binding, path: `${BY_SLUG}/ask` },
  params: ResourceTarget,
});

function wantsDocument(headers: unknown): boolean {
  return headers instanceof AskHeaders || (typeof headers === 'object' && headers !== null)
    ? Reflect.get(headers, 'x-synchronous') === true
    : false;
}
