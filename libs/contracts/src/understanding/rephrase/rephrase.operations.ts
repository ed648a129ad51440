import { operation } from '../../core/operation';
import { OptionalKnowledgeBox } from '../../knowledge-box/params';
import {
  doorForBox,
  doorForReaders,
  failsOfPrediction,
  GENERATION_DEADLINE_MS,
  predictionAnswerHeaders,
  predictionHttp,
  predictsForAccount,
} from '../../prediction/prediction-answer';
import { ModelQuery, PredictionHeaders } from '../../prediction/prediction.dto';
import { PredictedQuestion, RephrasePayload } from './rephrase.dto';

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
  name: 'understanding.predict.rephrase',
  feature: 'generative',
  summary: 'Rewrite a question to stand alone for NUA keys',
  http: { ...http, path: '/api/v1/predict/rephrase' },
  policy: predictsForAccount,
  params: OptionalKnowledgeBox,
  query: ModelQuery,
  headers: PredictionHeaders,
  body: RephrasePayload,
  answer: PredictedQuestion,
  fails: failsOfPrediction,
  deadlineMs: GENERATION_DEADLINE_MS,
  doors: [
    doorForBox('rephrase', {
      summary: 'Rewrite a question to stand alone for a knowledge box',
      description: 'The same as `understanding.predict.rephrase`, with the model that the knowledge box has chosen.',
    }),
    doorForReaders('rephrase', {
      summary: 'Rewrite a question to stand alone with a key of the knowledge box',
      description: 'The same as `understanding.predict.rephrase`, for those who may read the knowledge box.',
    }),
  ],
});
