import { BOX_NOT_FOUND } from '../../core/http-binding';
import { type Policy, streamOperation } from '../../core/operation';
import { resourcePaths, ResourceTarget } from '../../knowledge-box/params';
import { readsKnowledgeBox } from '../../knowledge-box/policies';
import { askDocument, AskDocument, askLine, AskLine } from '../ask-document';
import { AskValue } from '../ask-item/ask-item.dto';
import { failsOfRetrieval } from '../failures';
import { AskHeaders, AskRequest } from './ask.dto';

const ASK_DEADLINE_MS = 120_000;

/** Asking is the only thing that a temporal key with security groups may do. */
const asks: Policy = { ...readsKnowledgeBox, credentials: [...readsKnowledgeBox.credentials, 'temporal'] };

/**
 * Finds paragraphs as find does, and has a model answer from them. Returns a stream: one JSON object with `item` on
 * every line, the answer piece by piece, then the results, the status, citations and metadata. With the header
 * `x-synchronous: true` it returns one JSON document instead. A failure before the first item has the HTTP status that
 * is listed here; a later one is an item of the type `status` or `error`, and the HTTP status is 200. The response
 * header `SVC-LEARNING-ID` names the answer; it is `unknown` when nothing was found.
 */
export const askKnowledgeBox = streamOperation({
  name: 'search.ask.knowledge-box',
  feature: 'generative',
  summary: 'Ask a knowledge box',
  http: {
    path: '/api/v1/kb/{kbid}/ask',
    method: 'POST',
    unknownBox: `${BOX_NOT_FOUND}.`,
    host: 'zone',
    success: 200,
    reply: 'ndjson',
    answerHeaders: { 'SVC-LEARNING-ID': 'Id of the answer, 32 hex digits; `unknown` when nothing was found' },
    respond: askLine,
    writes: AskLine,
    collect: {
      when: ({ headers }: { headers: unknown }) => wantsDocument(headers),
      into: askDocument,
      writes: AskDocument,
      askedBy: { 'x-synchronous': true },
    },
  },
  policy: asks,
  lane: 'ask',
  params: ResourceTarget,
  headers: AskHeaders,
  body: AskRequest,
  answer: AskValue,
  fails: {
    ...failsOfRetrieval,
    bad_request: '`answer_json_schema` has more than 15 properties, each of which is looked up in a resource.',
    invalid_query:
      'A filter, the vectorset, `max_tokens.context` or prequeries together cannot be used, or `rephrase` is set and the ' +
      'question refers to something that is named nowhere; `detail` says which and why.',
    rate_limited: 'Too many requests, here or at the provider of the model; `Retry-After` says when to try again.',
    unavailable:
      'Nothing could be searched, too many questions are being answered, or another part of the server cannot answer; ' +
      '`Retry-After` says when to try again.',
    guardrail_blocked: 'A content policy of the account flags the question; `detail.descriptions` says which.',
    context_too_long: 'The prompt does not fit the model: send less context, or a shorter question.',
    provider_failed: 'The model failed before it answered.',
    rephrase_failed: 'The question could not be rewritten to stand alone.',
    retrieval_incomplete: 'A part of the search failed and the rest found nothing. Try again.',
  },
  deadlineMs: ASK_DEADLINE_MS,
  doors: [
    {
      name: 'search.ask.resource',
      summary: 'Ask a resource',
      description: 'The same as `search.ask.knowledge-box`, answered from one resource only.',
      http: { path: resourcePaths('/ask') },
    },
  ],
});

function wantsDocument(headers: unknown): boolean {
  return headers instanceof AskHeaders || (typeof headers === 'object' && headers !== null)
    ? Reflect.get(headers, 'x-synchronous') === true
    : false;
}
