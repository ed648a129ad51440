import { streamOperation } from '../../core/operation';
import {
  compatRefusal,
  CompatRefusal,
  Completion,
  completionDocument,
  completionEvent,
  failedEvent,
  wantsCompletion,
} from '../completion-answer';
import { CompletionValue } from '../completion-chunk/completion-chunk.dto';
import {
  failsOfPrediction,
  GENERATION_DEADLINE_MS,
  predictionAnswerHeaders,
  predictsForAccount,
} from '../../prediction/prediction-answer';
import { CompletionHeaders, CompletionRequest } from './chat-completion.dto';

/**
 * Continues a conversation, in the format of the OpenAI API. Returns one JSON document, or with `stream` a
 * stream of server-sent events: chunks, then `[DONE]`. An answer that fails midway ends with an event of the type
 * `status` with the code `ERROR` instead. The key is sent as `Authorization: Bearer` or as any NUA key.
 */
export const createChatCompletion = streamOperation({
  name: 'understanding.predict.chat-completion',
  summary: 'Complete a chat',
  http: {
    method: 'POST',
    path: '/api/v1/predict/compat/chat/completions',
    host: 'zone',
    success: 200,
    reply: 'events',
    lastEvent: '[DONE]',
    respond: completionEvent,
    failure: failedEvent,
    collect: { when: wantsCompletion, into: completionDocument, writes: Completion },
    refusal: compatRefusal,
    refusalWrites: CompatRefusal,
    answerHeaders: predictionAnswerHeaders,
  },
  policy: { ...predictsForAccount, bearer: 'nua' },
  feature: 'generative',
  headers: CompletionHeaders,
  body: CompletionRequest,
  answer: CompletionValue,
  fails: {
    ...failsOfPrediction,
    invalid_request:
      'The request is not valid, names a model that the deployment does not have or asks it for what it cannot do; ' +
      '`error.message` says why.',
    guardrail_blocked:
      'A content policy of the account flags the last message of the user; `error.details` says which.',
  },
  deadlineMs: GENERATION_DEADLINE_MS,
});
