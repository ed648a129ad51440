import { operation } from '../../core/operation';
import { OptionalKnowledgeBox } from '../../knowledge-box/params';
import {
  doorForBox,
  failsOfPrediction,
  PREDICTION_DEADLINE_MS,
  predictionHttp,
  predictsForAccount,
} from '../../prediction/prediction-answer';
import { PredictionHeaders } from '../../prediction/prediction.dto';
import { PredictedQuery, QueryByQuery, QueryPayload } from './query.dto';

const query = {
  policy: predictsForAccount,
  params: OptionalKnowledgeBox,
  headers: PredictionHeaders,
  answer: PredictedQuery,
  fails: failsOfPrediction,
  deadlineMs: PREDICTION_DEADLINE_MS,
};

const forBox = doorForBox('query', {
  summary: 'Prepare a query for a knowledge box',
  description: 'The same as `understanding.predict.query`, with the models of the knowledge box.',
});

/**
 * Prepares a query for retrieval: its language, stop words, names and vectors, and the query rewritten where that is
 * requested. Deprecated: the same by POST takes images, too.
 */
export const predictQueryDeprecated = operation({
  ...query,
  name: 'understanding.predict.query-by-query',
  summary: 'Prepare a query by GET',
  http: { ...predictionHttp, method: 'GET', path: '/api/v1/predict/query' },
  query: QueryByQuery,
  doors: [
    {
      ...forBox,
      name: 'understanding.predict.query-by-query-for-box',
      summary: 'Prepare a query for a knowledge box by GET',
      description: 'The same as `understanding.predict.query-by-query`, with the models of the knowledge box.',
    },
  ],
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
  body: QueryPayload,
  doors: [forBox],
});
