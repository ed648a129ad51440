import { operation } from '../../core/operation';
import { OptionalKnowledgeBox } from '../../knowledge-box/params';
import {
  doorForBox,
  doorForReaders,
  failsOfPrediction,
  GENERATION_DEADLINE_MS,
  predictionHttp,
  predictsForAccount,
} from '../../prediction/prediction-answer';
import { ModelQuery, PredictionHeaders } from '../../prediction/prediction.dto';
import { PredictedSummaries, SummarizePayload, TextsToSummarize } from './summarize.dto';

/**
 * Sums up the texts of each resource, and all resources together. A language model writes the summaries; the local
 * reader picks sentences of the texts instead.
 */
export const predictSummarize = operation({
  name: 'understanding.predict.summarize',
  feature: 'generative',
  summary: 'Sum up texts',
  http: { ...predictionHttp, method: 'POST', path: '/api/v1/predict/summarize' },
  policy: predictsForAccount,
  params: OptionalKnowledgeBox,
  query: ModelQuery,
  headers: PredictionHeaders,
  body: SummarizePayload,
  answer: PredictedSummaries,
  fails: failsOfPrediction,
  deadlineMs: GENERATION_DEADLINE_MS,
  doors: [
    doorForBox('summarize', {
      summary: 'Sum up texts for a knowledge box',
      description: 'The same as `understanding.predict.summarize`, with the model that the knowledge box has chosen.',
    }),
    doorForReaders('summarize', {
      summary: 'Sum up texts with a key of the knowledge box',
      description: 'The same as `understanding.predict.summarize`, for those who may read the knowledge box.',
    }),
  ],
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
