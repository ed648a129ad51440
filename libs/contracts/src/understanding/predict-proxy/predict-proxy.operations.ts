import { operation } from '../../core/operation';
import { PREDICTION_DEADLINE_MS, proxiedHttp, readerPredicts } from '../../prediction/prediction-answer';
import { PredictEndpointTarget } from './predict-proxy.dto';

const refusing = { policy: readerPredicts, deadlineMs: PREDICTION_DEADLINE_MS };
const otherEndpoint = {
  ...refusing,
  params: PredictEndpointTarget,
  refuses: {
    code: 'invalid_request',
    message:
      'Readers of a knowledge box may ask by GET for tokens, and by POST for chat, remi, rephrase, rerank, run-agents-text and summarize',
  },
} as const;

/** Refuses what readers of a knowledge box may not ask for by GET: they may ask for `tokens` only. */
export const proxyPredictByQuery = operation({
  ...otherEndpoint,
  name: 'understanding.proxy.by-query',
  summary: 'Refuse other predictions by GET',
  http: { ...proxiedHttp, method: 'GET', path: '/api/v1/kb/{kbid}/predict/{endpoint}' },
});

/** Refuses what readers of a box may not ask for by POST, which is every kind without an operation below. */
export const proxyPredict = operation({
  ...otherEndpoint,
  name: 'understanding.proxy.other',
  summary: 'Refuse other predictions',
  http: { ...proxiedHttp, method: 'POST', path: '/api/v1/kb/{kbid}/predict/{endpoint}' },
});
