import { operation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import {
  failsOfPrediction,
  PREDICTION_DEADLINE_MS,
  predictionHttp,
  predictsForAccount,
  predictsForKnowledgeBox,
} from '../../prediction/prediction-answer';
import { PredictionHeaders } from '../../prediction/prediction.dto';
import {
  PredictedSentence,
  PredictedSentenceBatch,
  SentenceOfBoxQuery,
  SentenceQuery,
  SentencesPayload,
} from './sentence.dto';

const common = {
  headers: PredictionHeaders,
  fails: failsOfPrediction,
  deadlineMs: PREDICTION_DEADLINE_MS,
};

/** Embeds a text as a query; a text longer than the model reads is cut. */
export const predictSentence = operation({
  ...common,
  name: 'understanding.predict.sentence',
  summary: 'Turn a text into a vector',
  http: { ...predictionHttp, method: 'GET', path: '/api/v1/predict/sentence' },
  policy: predictsForAccount,
  query: SentenceQuery,
  answer: PredictedSentence,
});

/** The same as `understanding.predict.sentence`, with one or more models of the knowledge box. */
export const predictSentenceForKnowledgeBox = operation({
  ...common,
  name: 'understanding.predict.sentence-for-box',
  summary: 'Turn a text into vectors for a knowledge box',
  http: { ...predictionHttp, method: 'GET', path: '/api/v1/predict/sentence/{kbid}' },
  policy: predictsForKnowledgeBox,
  params: KnowledgeBoxTarget,
  query: SentenceOfBoxQuery,
  answer: PredictedSentence,
});

/** Embeds texts as passages for queries to find; a text longer than the model reads is cut. */
export const predictSentenceBatch = operation({
  ...common,
  name: 'understanding.predict.sentences',
  summary: 'Turn texts into vectors for NUA keys',
  http: { ...predictionHttp, method: 'POST', path: '/api/v1/predict/sentences' },
  policy: predictsForAccount,
  body: SentencesPayload,
  answer: PredictedSentenceBatch,
});
