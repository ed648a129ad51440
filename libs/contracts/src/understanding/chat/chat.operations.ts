import { BOX_NOT_FOUND } from '../../core/http-binding';
import { streamOperation } from '../../core/operation';
import { KnowledgeBoxTarget, OptionalKnowledgeBox } from '../../knowledge-box/params';
import { ChatLine, chatLine, chatText, failedLine, wantsChatText } from '../chat-answer';
import { ChatValue } from '../chat-chunk/chat-chunk.dto';
import {
  doorForBox,
  failsOfPrediction,
  GENERATION_DEADLINE_MS,
  predictionAnswerHeaders,
  predictsForAccount,
  readerPredicts,
} from '../../prediction/prediction-answer';
import { ModelQuery } from '../../prediction/prediction.dto';
import { ChatHeaders, ChatRequest, ReaderChatHeaders } from './chat.dto';

const chat = {
  body: ChatRequest,
  answer: ChatValue,
  fails: {
    ...failsOfPrediction,
    invalid_request:
      'The request is not valid, names a model that the deployment does not have or asks it for what it cannot do; ' +
      '`detail` says why.',
    guardrail_blocked: 'A content policy of the account flags the question; `detail.descriptions` says which.',
    provider_failed: 'The model failed before it answered.',
  },
  deadlineMs: GENERATION_DEADLINE_MS,
  feature: 'generative',
} as const;

const http = {
  method: 'POST',
  host: 'zone',
  success: 200,
  reply: 'ndjson',
  respond: chatLine,
  writes: ChatLine,
  failure: failedLine,
  answerHeaders: predictionAnswerHeaders,
  otherReply: { when: wantsChatText, reply: 'text', respond: chatText, failure: () => '-1' },
} as const;

/**
 * Asks a generative model: about texts of the request, or in plain chat. With `Accept: application/x-ndjson`, and
 * always with `json_schema` or `image_generation`, every line is a JSON object with a `chunk`. Otherwise the answer is
 * text, followed by the code of its status: `0` success, `-1` failed midway, `-2` the context does not answer. What
 * fails before the first byte has the HTTP status that is listed here; a later failure is the status `-1`.
 */
export const predictChat = streamOperation({
  ...chat,
  name: 'understanding.predict.chat',
  summary: 'Ask a generative model',
  http: { ...http, path: '/api/v1/predict/chat' },
  policy: predictsForAccount,
  params: OptionalKnowledgeBox,
  query: ModelQuery,
  headers: ChatHeaders,
  doors: [
    {
      ...doorForBox('chat', {
        summary: 'Ask the generative model of a knowledge box',
        description: 'The same as `understanding.predict.chat`, with the model that the knowledge box has chosen.',
      }),
      query: undefined,
    },
  ],
});

/**
 * The same as `understanding.predict.chat-for-box`, for those who may read the knowledge box. It is part of the
 * activity of the box, as a question without retrieval.
 */
export const proxyPredictChat = streamOperation({
  ...chat,
  name: 'understanding.proxy.chat',
  summary: 'Ask the generative model with a key of the knowledge box',
  http: { ...http, path: '/api/v1/kb/{kbid}/predict/chat', unknownBox: BOX_NOT_FOUND },
  policy: readerPredicts,
  headers: ReaderChatHeaders,
  params: KnowledgeBoxTarget,
});
