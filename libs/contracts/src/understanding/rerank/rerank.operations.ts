import { operation } from '../../core/operation';
import { OptionalKnowledgeBox } from '../../knowledge-box/params';
import {
  doorForBox,
  doorForReaders,
  failsOfPrediction,
  PREDICTION_DEADLINE_MS,
  predictionHttp,
  predictsForAccount,
} from '../../prediction/prediction-answer';
import { PredictionHeaders } from '../../prediction/prediction.dto';
import { PredictedScores, RerankPayload } from './rerank.dto';

/** Scores texts by how well they answer a question, with the reranker of the deployment. */
export const predictRerank = operation({
  name: 'understanding.predict.rerank',
  summary: 'Score texts against a question for NUA keys',
  http: { ...predictionHttp, method: 'POST', path: '/api/v1/predict/rerank' },
  policy: predictsForAccount,
  params: OptionalKnowledgeBox,
  headers: PredictionHeaders,
  body: RerankPayload,
  answer: PredictedScores,
  fails: failsOfPrediction,
  deadlineMs: PREDICTION_DEADLINE_MS,
  doors: [
    doorForBox('rerank', {
      summary: 'Score texts against a question for a knowledge box',
      description: 'The same as `understanding.predict.rerank`, with the reranker that the knowledge box has chosen.',
    }),
    doorForReaders('rerank', {
      summary: 'Score texts against a question with a key of the knowledge box',
      description: 'The same as `understanding.predict.rerank`, for those who may read the knowledge box.',
    }),
  ],
});
