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
import { PredictedTokens, TokensQuery } from './tokens.dto';

const tokens = {
  query: TokensQuery,
  headers: PredictionHeaders,
  answer: PredictedTokens,
  fails: failsOfPrediction,
  deadlineMs: PREDICTION_DEADLINE_MS,
};

/** Recognises people, organisations, places, dates and amounts in a text, with their places in code points. */
export const predictTokens = operation({
  ...tokens,
  name: 'understanding.predict.tokens',
  summary: 'Recognise names in a text',
  http: { ...predictionHttp, method: 'GET', path: '/api/v1/predict/tokens' },
  policy: predictsForAccount,
});

/** The same as `understanding.predict.tokens`, as the knowledge box is configured. */
export const predictTokensForKnowledgeBox = operation({
  ...tokens,
  name: 'understanding.predict.tokens-for-box',
  summary: 'Recognise names in a text for a knowledge box',
  http: { ...predictionHttp, method: 'GET', path: '/api/v1/predict/tokens/{kbid}' },
  policy: predictsForKnowledgeBox,
  params: KnowledgeBoxTarget,
});

/** The same as `understanding.predict.tokens`, for those who may read the knowledge box. */
export const proxyPredictTokens = operation({
  ...tokens,
  name: 'understanding.proxy.tokens',
  summary: 'Recognise names in a text with a key of the knowledge box',
  http: { ...proxiedHttp, method: 'GET', path: '/api/v1/kb/{kbid}/predict/tokens' },
  policy: readerPredicts,
  params: KnowledgeBoxTarget,
});
