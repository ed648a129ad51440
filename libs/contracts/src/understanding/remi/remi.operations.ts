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
import { PredictionHeaders } from '../../prediction/prediction.dto';
import { AnswerToScore, ScoredAnswer } from './remi.dto';

/**
 * Scores an answer: whether it addresses the question, which contexts could answer the question, and which contexts
 * support what the answer states. The header `SVC-LEARNING-MODEL` names what scored: `local-scorer` is rules, any other
 * name a language model. When a language model fails, nothing else scores in its place.
 */
export const predictRemi = operation({
  name: 'understanding.predict.remi',
  feature: 'generative',
  summary: 'Score an answer for NUA keys',
  http: { ...predictionHttp, method: 'POST', path: '/api/v1/predict/remi' },
  policy: predictsForAccount,
  params: OptionalKnowledgeBox,
  headers: PredictionHeaders,
  body: AnswerToScore,
  answer: ScoredAnswer,
  fails: failsOfPrediction,
  deadlineMs: GENERATION_DEADLINE_MS,
  doors: [
    doorForBox('remi', {
      summary: 'Score an answer for a knowledge box',
      description: 'The same as `understanding.predict.remi`, as the knowledge box is configured.',
    }),
    doorForReaders('remi', {
      summary: 'Score an answer with a key of the knowledge box',
      description: 'The same as `understanding.predict.remi`, for those who may read the knowledge box.',
    }),
  ],
});
