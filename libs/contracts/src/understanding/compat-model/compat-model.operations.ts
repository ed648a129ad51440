import { operation, type Policy } from '../../core/operation';
import { compatRefusal, CompatRefusal } from '../completion-answer';
import { predictsForAccount } from '../../prediction/prediction-answer';
import { CompatModel, CompatModelList, CompatModelTarget } from './compat-model.dto';

const DEADLINE_MS = 10_000;
const policy: Policy = { ...predictsForAccount, bearer: 'nua' };
const http = {
  method: 'GET',
  host: 'zone',
  success: 200,
  refusal: compatRefusal,
  refusalWrites: CompatRefusal,
} as const;

/** Lists the generative and embedding models of the deployment, as clients of the OpenAI API ask for it. */
export const listCompatModels = operation({
  name: 'understanding.compat-model.list',
  summary: 'List models',
  http: { ...http, path: '/api/v1/predict/compat/models' },
  policy,
  answer: CompatModelList,
  deadlineMs: DEADLINE_MS,
  doors: [
    {
      name: 'understanding.predict.models',
      summary: 'List models for NUA keys',
      description: 'The same as `understanding.compat-model.list`, where some clients look for it.',
      http: { path: '/api/v1/predict/models', refusal: undefined, refusalWrites: undefined },
      policy: predictsForAccount,
    },
  ],
});

/** Reads one model. Its id may contain slashes, encoded or not. */
export const getCompatModel = operation({
  name: 'understanding.compat-model.get',
  summary: 'Read a model',
  http: { ...http, path: '/api/v1/predict/compat/models/{model_id*}' },
  policy,
  params: CompatModelTarget,
  answer: CompatModel,
  fails: { not_found: 'The deployment has no such model.' },
  deadlineMs: DEADLINE_MS,
});
