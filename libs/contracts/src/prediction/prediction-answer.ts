import type { Failures } from '../core/failures';
import { BOX_NOT_FOUND, type HttpAnswer } from '../core/http-binding';
import type { Policy } from '../core/operation';
import type { PredictionOrigin } from './prediction.dto';

/** A prediction and where it comes from. */
export interface Predicted<T = unknown> {
  /** Absent where a client holds the answer: there it is in the response headers. */
  readonly origin?: PredictionOrigin;
  /** The body. */
  readonly answer: T;
}

/** Headers of a prediction, before its first byte. */
export function originHeaders({ learningId, model, traceId, usedHistory }: PredictionOrigin): Record<string, string> {
  return {
    'svc-learning-id': learningId,
    // A provider chooses any name for its model; a header holds visible ASCII only.
    'svc-learning-model': model.replace(/[^\x21-\x7e]/g, '_'),
    'svc-learning-trace-id': traceId,
    ...(usedHistory !== undefined && { 'svc-learning-chat-history': String(usedHistory) }),
  };
}

/** A prediction as it goes over the wire. */
export function predictionAnswer({ origin, answer }: Predicted): HttpAnswer {
  return { headers: origin && originHeaders(origin), body: answer };
}

/** Response headers of a prediction. */
export const predictionAnswerHeaders = {
  'SVC-LEARNING-ID': 'Id of the prediction, 32 hex digits',
  'SVC-LEARNING-MODEL': 'Name of the model',
  'SVC-LEARNING-TRACE-ID': 'Id of the request in logs',
};

/** How a prediction is on HTTP: JSON in the member `answer`, and where it comes from in headers. */
export const predictionHttp = {
  host: 'zone',
  success: 200,
  member: 'answer',
  respond: predictionAnswer,
  answerHeaders: predictionAnswerHeaders,
} as const;

/** Response headers of a prediction that a reader of the knowledge box requests: its id only. */
const proxiedAnswerHeaders = { 'SVC-LEARNING-ID': predictionAnswerHeaders['SVC-LEARNING-ID'] };

/** A prediction as a reader of the knowledge box gets it. */
export function proxiedAnswer({ origin, answer }: Predicted): HttpAnswer {
  if (!origin) return { body: answer };
  const exposed = { 'access-control-expose-headers': 'SVC-LEARNING-ID' };
  return { headers: { 'svc-learning-id': origin.learningId, ...exposed }, body: answer };
}

/** What is different for readers of the knowledge box. */
const proxied = { unknownBox: BOX_NOT_FOUND, respond: proxiedAnswer, answerHeaders: proxiedAnswerHeaders } as const;

/** The same as `predictionHttp` for readers of the knowledge box. */
export const proxiedHttp = { ...predictionHttp, ...proxied } as const;

/** Predicts with the models that a knowledge box has chosen, for those who may read it. */
export const readerPredicts: Policy = { credentials: ['sa', 'user', 'pat', 'eph'], role: 'READER', on: 'kb' };

/** Predicts with the models of the deployment, for the account of the key. */
export const predictsForAccount: Policy = { credentials: ['nua'], role: 'any', on: 'nothing' };

/** Predicts with the models that a knowledge box of that account has chosen. */
export const predictsForKnowledgeBox: Policy = { credentials: ['nua'], role: 'any', on: 'kb' };

/** What the interface document says about a door. */
interface DoorTexts {
  readonly summary: string;
  readonly description: string;
}

/** The door of a prediction for NUA keys on whose account there is the knowledge box that chose the models. */
export function doorForBox(noun: string, texts: DoorTexts) {
  const http = { path: `/api/v1/predict/${noun}/{kbid}` } as const;
  return { name: `understanding.predict.${noun}-for-box`, ...texts, http, policy: predictsForKnowledgeBox };
}

/** The door of a prediction for those who may read the knowledge box. */
export function doorForReaders(noun: string, texts: DoorTexts) {
  const http = { ...proxied, path: `/api/v1/kb/{kbid}/predict/${noun}` } as const;
  return { name: `understanding.proxy.${noun}`, ...texts, http, policy: readerPredicts };
}

/** When a prediction fails. */
export const failsOfPrediction: Failures = {
  invalid_request: 'The request is not valid, or names a model that the deployment does not have; `detail` says why.',
  rate_limited: 'Too many requests, here or at the provider of the model; `Retry-After` says when to try again.',
  quota_exceeded: 'The account has spent a limit of this month; `detail` names it.',
  context_too_long: 'The request does not fit the model: send less.',
  provider_failed: 'The model failed.',
};

/** A model works for so long at most. */
export const PREDICTION_DEADLINE_MS = 60_000;
/** Model that generates texts. */
export const GENERATION_DEADLINE_MS = 120_000;
