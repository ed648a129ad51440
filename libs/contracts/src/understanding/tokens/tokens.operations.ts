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
import { PredictedTokens, TokensQuery } from './tokens.dto';

/** Recognises people, organisations, places, dates and amounts in a text, with their places in code points. */
export const predictTokens = operation({
  name: 'understanding.predict.tokens',
  summary: 'Recognise names in a text',
  http: { ...predictionHttp, method: 'GET', path: '/api/v1/predict/tokens' },
  policy: predictsForAccount,
  params: OptionalKnowledgeBox,
  query: TokensQuery,
  headers: PredictionHeaders,
  answer: PredictedTokens,
  fails: failsOfPrediction,
  deadlineMs: PREDICTION_DEADLINE_MS,
  doors: [
    doorForBox('tokens', {
      summary: 'Recognise names in a text for a knowledge box',
      description: 'The same as `understanding.predict.tokens`, as the knowledge box is configured.',
    }),
    doorForReaders('tokens', {
      summary: 'Recognise names in a text with a key of the knowledge box',
      description: 'The same as `understanding.predict.tokens`, for those who may read the knowledge box.',
    }),
  ],
});
