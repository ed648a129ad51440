import type { AnyOperation } from '../core/operation';
import {
  describeModels,
  embedTexts,
  generateAnswer,
  rephraseQuestion,
  rerankTexts,
} from './predict/predict.operations';
import { processField } from './process/process.operations';

/** Every operation that the understanding service handles, all for other services. */
export const understandingOperations: readonly AnyOperation[] = [
  processField,
  describeModels,
  embedTexts,
  generateAnswer,
  rephraseQuestion,
  rerankTexts,
];
