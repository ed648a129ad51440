import { operation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import {
  failsOfPrediction,
  PREDICTION_DEADLINE_MS,
  predictionHttp,
  predictsForAccount,
  predictsForKnowledgeBox,
} from '../prediction-answer';
import { PredictionHeaders } from '../prediction/prediction.dto';
import { PredictedQuery, QueryByQuery, QueryPayload } from './query.dto';

const query = {
  headers: PredictionHeaders,
  answer: PredictedQuery,
  fails: failsOfPrediction,
  deadlineMs: PREDICTION_DEADLINE_MS,
};

/**
 * Prepares a query for retrieval: its language, stop words, names and vectors, and the query rewritten where that is
 * requested. Deprecated: the same by POST takes images, too.
 */
export const predictQueryDeprecated = operation({
  ...query,
  name: 'understanding.predict.query-by-query',
  summary: 'Prepare a query by GET',
  http: { ...predictionHttp, method: 'GET', path: '/api/v1/predict/query' },
  policy: predictsForAccount,
  query: QueryByQuery,
});

/** The same as `understanding.predict.query-by-query`, with the models of the knowledge box. */
export const predictQueryDeprecatedForKnowledgeBox = operation({
  ...query,
  name: 'understanding.predict.query-by-query-for-box',
  summary: 'Prepare a query for a knowledge box by GET',
  http: { ...predictionHttp, method: 'GET', path: '/api/v1/predict/query/{kbid}' },
  policy: predictsForKnowledgeBox,
  params: KnowledgeBoxTarget,
  query: QueryByQuery,
});

/**
 * Prepares a query for retrieval: its language, stop words, names and vectors, and the query rewritten where that is
 * requested or an image comes with it.
 */
export const predictQuery = operation({
  ...query,
  name: 'understanding.predict.query',
  summary: 'Prepare a query',
  http: { ...predictionHttp, method: 'POST', path: '/api/v1/predict/query' },
  policy: predictsForAccount,
  body: QueryPayload,
});

/** The same as `understanding.predict.query`, with the models of the knowledge box. */
export const predictQueryForKnowledgeBox = operation({
  ...query,
  name: 'understanding.predict.query-for-box',
  summary: 'Prepare a query for a knowledge box',
  http: { ...predictionHttp, method: 'POST', path: '/api/v1/predict/query/{kbid}' },
  policy: predictsForKnowledgeBox,
  params: KnowledgeBoxTarget,
  body: QueryPayload,
});
