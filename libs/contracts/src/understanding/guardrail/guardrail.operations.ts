import { operation } from '../../core/operation';
import {
  failsOfPrediction,
  GENERATION_DEADLINE_MS,
  predictionHttp,
  predictsForAccount,
} from '../../prediction/prediction-answer';
import { ContentToJudge, JudgedContent } from './guardrail.dto';

/**
 * Judges a text by a content policy of the account, enabled or not, with a generative model: the default of the
 * deployment where it follows prompts, or else another one that the account can use.
 */
export const predictGuardrail = operation({
  name: 'understanding.predict.guardrail',
  summary: 'Judge a text by a content policy',
  http: { ...predictionHttp, method: 'POST', path: '/api/v1/predict/guardrail' },
  policy: predictsForAccount,
  feature: 'generative',
  body: ContentToJudge,
  answer: JudgedContent,
  fails: {
    ...failsOfPrediction,
    not_found: 'The account has no such policy.',
    invalid_request: 'The request is not valid, or no model can judge texts here.',
  },
  deadlineMs: GENERATION_DEADLINE_MS,
});
