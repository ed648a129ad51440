import { operation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import {
  failsOfPrediction,
  PREDICTION_DEADLINE_MS,
  predictionHttp,
  predictsForAccount,
  predictsForKnowledgeBox,
  proxiedHttp,
  readerPredicts,
} from '../prediction-answer';
import { PredictionHeaders } from '../prediction/prediction.dto';
import { PredictedScores, RerankPayload } from './rerank.dto';

const rerank = {
  headers: PredictionHeaders,
  body: RerankPayload,
  answer: PredictedScores,
  fails: failsOfPrediction,
  deadlineMs: PREDICTION_DEADLINE_MS,
};

/** Scores texts by how well they answer a question, with the reranker of the deployment. */
export const predictRerank = operation({
  ...rerank,
  name: 'understanding.predict.rerank',
  summary: 'Score texts against a question for NUA keys',
  http: { ...predictionHttp, method: 'POST', path: '/api/v1/predict/rerank' },
  policy: predictsForAccount,
});

/** The same as `understanding.predict.rerank`, with the reranker that the knowledge box has chosen. */
export const predictRerankForKnowledgeBox = operation({
  ...rerank,
  name: 'understanding.predict.rerank-for-box',
  summary: 'Score texts against a question for a knowledge box',
  http: { ...predictionHttp, method: 'POST', path: '/api/v1/predict/rerank/{kbid}' },
  policy: predictsForKnowledgeBox,
  params: KnowledgeBoxTarget,
});

/** The same as `understanding.predict.rerank`, for those who may read the knowledge box. */
export const proxyPredictRerank = operation({
  ...rerank,
  name: 'understanding.proxy.rerank',
  summary: 'Score texts against a question with a key of the knowledge box',
  http: { ...proxiedHttp, method: 'POST', path: '/api/v1/kb/{kbid}/predict/rerank' },
  policy: readerPredicts,
  params: KnowledgeBoxTarget,
});
