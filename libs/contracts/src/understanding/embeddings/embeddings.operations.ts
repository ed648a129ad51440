import { operation } from '../../core/operation';
import { compatRefusal, CompatRefusal } from '../completion-answer';
import { embeddingList } from '../embedding-answer';
import {
  failsOfPrediction,
  PREDICTION_DEADLINE_MS,
  predictionAnswerHeaders,
  predictsForAccount,
} from '../../prediction/prediction-answer';
import { PredictionHeaders } from '../../prediction/prediction.dto';
import { EmbeddingList, EmbeddingsRequest, PredictedEmbeddings } from './embeddings.dto';

/** Turns texts into vectors, as clients of the OpenAI API ask for it. Vectors are those of passages. */
export const createEmbeddings = operation({
  name: 'understanding.predict.embeddings',
  summary: 'Turn texts into vectors for NUA keys',
  http: {
    method: 'POST',
    path: '/api/v1/predict/compat/embeddings',
    host: 'zone',
    success: 200,
    respond: embeddingList,
    writes: EmbeddingList,
    answerHeaders: predictionAnswerHeaders,
    refusal: compatRefusal,
    refusalWrites: CompatRefusal,
  },
  policy: { ...predictsForAccount, bearer: 'nua' },
  headers: PredictionHeaders,
  body: EmbeddingsRequest,
  answer: PredictedEmbeddings,
  fails: failsOfPrediction,
  deadlineMs: PREDICTION_DEADLINE_MS,
});
