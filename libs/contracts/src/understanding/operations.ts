import type { AnyOperation } from '../core/operation';
import {
  deleteAssumeRole,
  finishAssumeRole,
  startAssumeRole,
  validateAssumeRole,
} from './assumed-role/assumed-role.operations';
import { createChatCompletion } from './chat-completion/chat-completion.operations';
import { predictChat, predictChatForKnowledgeBox, proxyPredictChat } from './chat/chat.operations';
import { getCompatModel, listCompatModels, listPredictModels } from './compat-model/compat-model.operations';
import { createEmbeddings } from './embeddings/embeddings.operations';
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
  addAccountModelToKnowledgeBox,
  addModelToKnowledgeBox,
  createAccountModel,
  deleteAccountModel,
  deleteModelFromKnowledgeBox,
  getAccountModel,
  getAvailableModel,
  getKnowledgeBoxModel,
  listAccountModels,
  listAvailableModels,
  listKnowledgeBoxModels,
  updateAccountModel,
} from './custom-model/custom-model.operations';
import {
  listGenerativeProviders,
  listKnowledgeBoxProviders,
} from './generative-provider/generative-provider.operations';
import {
  createGuardrailPolicy,
  deleteGuardrailPolicy,
  getGuardrailPolicy,
  updateGuardrailPolicy,
} from './guardrail-policy/guardrail-policy.operations';
import { predictGuardrail } from './guardrail/guardrail.operations';
import {
  getAccountLearningSchema,
  getKnowledgeBoxLearningSchema,
  getLearningSchema,
  getLearningSchemaForCreation,
  getLearningSchemaForUpdate,
  getSelfHostedLearningSchema,
} from './learning-schema/learning-schema.operations';
import {
  createModelConfiguration,
  deleteModelConfiguration,
  getModelConfiguration,
  listModelConfigurations,
  updateModelConfiguration,
} from './model-configuration/model-configuration.operations';
import { proxyPredict, proxyPredictByQuery, proxyPredictRunAgentsText } from './predict-proxy/predict-proxy.operations';
import {
  describeGenerator,
  describeModels,
  embedTexts,
  generateAnswer,
  rephraseQuestion,
  rerankTexts,
} from './predict/predict.operations';
import { processField } from './process/process.operations';
import { predictRemi, predictRemiForKnowledgeBox, proxyPredictRemi } from './remi/remi.operations';
import {
  predictQuery,
  predictQueryDeprecated,
  predictQueryDeprecatedForKnowledgeBox,
  predictQueryForKnowledgeBox,
} from './query/query.operations';
import { predictRephrase, predictRephraseForKnowledgeBox, proxyPredictRephrase } from './rephrase/rephrase.operations';
import { predictRerank, predictRerankForKnowledgeBox, proxyPredictRerank } from './rerank/rerank.operations';
import { predictSentence, predictSentenceBatch, predictSentenceForKnowledgeBox } from './sentence/sentence.operations';
import {
  predictSummarize,
  predictSummarizeForKnowledgeBox,
  proxyPredictSummarize,
} from './summarize/summarize.operations';
import { predictTokens, predictTokensForKnowledgeBox, proxyPredictTokens } from './tokens/tokens.operations';

/** Every operation that the understanding service handles. */
export const understandingOperations: readonly AnyOperation[] = [
  processField,
  describeGenerator,
  describeModels,
  embedTexts,
  generateAnswer,
  rephraseQuestion,
  rerankTexts,
  predictRemi,
  predictRemiForKnowledgeBox,
  predictQuery,
  predictQueryDeprecated,
  predictQueryDeprecatedForKnowledgeBox,
  predictQueryForKnowledgeBox,
  predictRephrase,
  predictRephraseForKnowledgeBox,
  predictRerank,
  predictRerankForKnowledgeBox,
  predictSentence,
  predictSentenceBatch,
  predictSentenceForKnowledgeBox,
  predictSummarize,
  predictSummarizeForKnowledgeBox,
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
  listModelConfigurations,
  createModelConfiguration,
  getModelConfiguration,
  updateModelConfiguration,
  deleteModelConfiguration,
  listAccountModels,
  createAccountModel,
  getAccountModel,
  updateAccountModel,
  deleteAccountModel,
  addAccountModelToKnowledgeBox,
  deleteModelFromKnowledgeBox,
  listAvailableModels,
  addModelToKnowledgeBox,
  getAvailableModel,
  listKnowledgeBoxModels,
  getKnowledgeBoxModel,
  startAssumeRole,
  finishAssumeRole,
  validateAssumeRole,
  deleteAssumeRole,
  createGuardrailPolicy,
  getGuardrailPolicy,
  updateGuardrailPolicy,
  deleteGuardrailPolicy,
  predictGuardrail,
  proxyPredict,
  proxyPredictByQuery,
  proxyPredictChat,
  proxyPredictRemi,
  proxyPredictRephrase,
  proxyPredictRerank,
  proxyPredictRunAgentsText,
  proxyPredictSummarize,
  proxyPredictTokens,
  predictChat,
  predictChatForKnowledgeBox,
  createChatCompletion,
  createEmbeddings,
  listCompatModels,
  getCompatModel,
  listPredictModels,
];
