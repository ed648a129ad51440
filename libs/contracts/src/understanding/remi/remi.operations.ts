import { operation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import {
  failsOfPrediction,
  GENERATION_DEADLINE_MS,
  predictionHttp,
  predictsForAccount,
  predictsForKnowledgeBox,
  proxiedHttp,
  readerPredicts,
} from '../prediction-answer';
import { PredictionHeaders } from '../prediction/prediction.dto';
import { AnswerToScore, ScoredAnswer } from './remi.dto';

const remi = {
  headers: PredictionHeaders,
  body: AnswerToScore,
  answer: ScoredAnswer,
  fails: failsOfPrediction,
  deadlineMs: GENERATION_DEADLINE_MS,
  feature: 'generative',
} as const;

/**
 * Scores an answer: whether it addresses the question, which contexts could answer the question, and which contexts
 * support what the answer states. The header `SVC-LEARNING-MODEL` names what scored: `local-scorer` is rules, any other
 * name a language model. When a language model fails, nothing else scores in its place.
 */
export const predictRemi = operation({
  ...remi,
  name: 'understanding.predict.remi',
  summary: 'Score an answer for NUA keys',
  http: { ...predictionHttp, method: 'POST', path: '/api/v1/predict/remi' },
  policy: predictsForAccount,
});

/** The same as `understanding.predict.remi`, as the knowledge box is configured. */
export const predictRemiForKnowledgeBox = operation({
  ...remi,
  name: 'understanding.predict.remi-for-box',
  summary: 'Score an answer for a knowledge box',
  http: { ...predictionHttp, method: 'POST', path: '/api/v1/predict/remi/{kbid}' },
  policy: predictsForKnowledgeBox,
  params: KnowledgeBoxTarget,
});

/** The same as `understanding.predict.remi`, for those who may read the knowledge box. */
export const proxyPredictRemi = operation({
  ...remi,
  name: 'understanding.proxy.remi',
  summary: 'Score an answer with a key of the knowledge box',
  http: { ...proxiedHttp, method: 'POST', path: '/api/v1/kb/{kbid}/predict/remi' },
  policy: readerPredicts,
  params: KnowledgeBoxTarget,
});
