import type { AnyOperation } from '../core/operation';
import {
  describeModels,
  embedTexts,
  generateAnswer,
  rephraseQuestion,
  rerankTexts,
} from './predict/predict.operations';
import { processField } from './process/process.operations';
import { predictTokens, predictTokensForKnowledgeBox } from './tokens/tokens.operations';

/** Every operation that the understanding service handles. */
export const understandingOperations: readonly AnyOperation[] = [
  processField,
  describeModels,
  embedTexts,
  generateAnswer,
  rephraseQuestion,
  rerankTexts,
  predictTokens,
  predictTokensForKnowledgeBox,
];
