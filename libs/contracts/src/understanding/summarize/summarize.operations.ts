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
import { ModelQuery, PredictionHeaders } from '../prediction/prediction.dto';
import { PredictedSummaries, SummarizePayload, TextsToSummarize } from './summarize.dto';

const summarize = {
  query: ModelQuery,
  headers: PredictionHeaders,
  body: SummarizePayload,
  answer: PredictedSummaries,
  fails: failsOfPrediction,
  deadlineMs: GENERATION_DEADLINE_MS,
  feature: 'generative',
} as const;

/**
 * Sums up the texts of each resource, and all resources together. A language model writes the summaries; the local
 * reader picks sentences of the texts instead.
 */
export const predictSummarize = operation({
  ...summarize,
  name: 'understanding.predict.summarize',
  summary: 'Sum up texts',
  http: { ...predictionHttp, method: 'POST', path: '/api/v1/predict/summarize' },
  policy: predictsForAccount,
});

/** The same as `understanding.predict.summarize`, with the model that the knowledge box has chosen. */
export const predictSummarizeForKnowledgeBox = operation({
  ...summarize,
  name: 'understanding.predict.summarize-for-box',
  summary: 'Sum up texts for a knowledge box',
  http: { ...predictionHttp, method: 'POST', path: '/api/v1/predict/summarize/{kbid}' },
  policy: predictsForKnowledgeBox,
  params: KnowledgeBoxTarget,
});

/** The same as `understanding.predict.summarize`, for those who may read the knowledge box. */
export const proxyPredictSummarize = operation({
  ...summarize,
  name: 'understanding.proxy.summarize',
  summary: 'Sum up texts with a key of the knowledge box',
  http: { ...proxiedHttp, method: 'POST', path: '/api/v1/kb/{kbid}/predict/summarize' },
  policy: readerPredicts,
  params: KnowledgeBoxTarget,
});

/**
 * The same for texts that search has read. A text that takes more than its share of the calls that one request may make
 * is cut.
 *
 * @throws AppError `invalid_request`, `provider_failed`, `rate_limited`, `cancelled`
 */
export const summarizeTexts = operation({
  name: 'understanding.texts.summarize',
  summary: 'Sum up texts of resources',
  body: TextsToSummarize,
  answer: PredictedSummaries,
  deadlineMs: GENERATION_DEADLINE_MS,
});
