import type { AnyOperation } from '../core/operation';
import {
  addModelsConfiguration,
  configureNewBox,
  deleteModelsConfiguration,
  getDefaultModelsConfiguration,
  getKnowledgeBoxConfiguration,
  getModelsConfiguration,
  purgeBoxConfiguration,
  readBoxConfiguration,
  setKnowledgeBoxConfiguration,
  updateKnowledgeBoxConfiguration,
  updateModelsConfiguration,
} from './configuration/configuration.operations';
import {
  listGenerativeProviders,
  listKnowledgeBoxProviders,
} from './generative-provider/generative-provider.operations';
import {
  getAccountLearningSchema,
  getKnowledgeBoxLearningSchema,
  getLearningSchema,
  getLearningSchemaForCreation,
  getLearningSchemaForUpdate,
  getSelfHostedLearningSchema,
} from './learning-schema/learning-schema.operations';
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
  getDefaultModelsConfiguration,
  getModelsConfiguration,
  addModelsConfiguration,
  updateModelsConfiguration,
  deleteModelsConfiguration,
  getKnowledgeBoxConfiguration,
  setKnowledgeBoxConfiguration,
  updateKnowledgeBoxConfiguration,
  configureNewBox,
  readBoxConfiguration,
  purgeBoxConfiguration,
  getLearningSchemaForCreation,
  getLearningSchema,
  getLearningSchemaForUpdate,
  getAccountLearningSchema,
  getKnowledgeBoxLearningSchema,
  getSelfHostedLearningSchema,
  listGenerativeProviders,
  listKnowledgeBoxProviders,
];
