import { operation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import {
  failsOfPrediction,
  GENERATION_DEADLINE_MS,
  predictionAnswerHeaders,
  predictionHttp,
  predictsForAccount,
  predictsForKnowledgeBox,
  proxiedHttp,
  readerPredicts,
} from '../prediction-answer';
import { ModelQuery, PredictionHeaders } from '../prediction/prediction.dto';
import { PredictedQuestion, RephrasePayload } from './rephrase.dto';

const rephrase = {
  query: ModelQuery,
  headers: PredictionHeaders,
  body: RephrasePayload,
  answer: PredictedQuestion,
  fails: failsOfPrediction,
  deadlineMs: GENERATION_DEADLINE_MS,
  feature: 'generative',
} as const;

const http = {
  ...predictionHttp,
  method: 'POST',
  answerHeaders: {
    ...predictionAnswerHeaders,
    'SVC-LEARNING-CHAT-HISTORY': 'Whether the chat history was used: `true` or `false`',
  },
} as const;

/**
 * Rewrites a question so that it can be understood without its chat history. Returns a JSON string: the question,
 * followed by `0`, or by `-2` when it refers to something that is named nowhere. Failures are HTTP statuses.
 */
export const predictRephrase = operation({
  ...rephrase,
  name: 'understanding.predict.rephrase',
  summary: 'Rewrite a question to stand alone for NUA keys',
  http: { ...http, path: '/api/v1/predict/rephrase' },
  policy: predictsForAccount,
});

/** The same as `understanding.predict.rephrase`, with the model that the knowledge box has chosen. */
export const predictRephraseForKnowledgeBox = operation({
  ...rephrase,
  name: 'understanding.predict.rephrase-for-box',
  summary: 'Rewrite a question to stand alone for a knowledge box',
  http: { ...http, path: '/api/v1/predict/rephrase/{kbid}' },
  policy: predictsForKnowledgeBox,
  params: KnowledgeBoxTarget,
});

/** The same as `understanding.predict.rephrase`, for those who may read the knowledge box. */
export const proxyPredictRephrase = operation({
  ...rephrase,
  name: 'understanding.proxy.rephrase',
  summary: 'Rewrite a question to stand alone with a key of the knowledge box',
  http: { ...proxiedHttp, method: 'POST', path: '/api/v1/kb/{kbid}/predict/rephrase' },
  policy: readerPredicts,
  params: KnowledgeBoxTarget,
});
