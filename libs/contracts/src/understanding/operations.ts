import type { AnyOperation } from '../core/operation';
import {
  cleanupKnowledgeBoxTask,
  deleteKnowledgeBoxTask,
  enableKnowledgeBoxTask,
  inspectKnowledgeBoxTask,
  listKnowledgeBoxTasks,
  patchKnowledgeBoxTask,
  restartKnowledgeBoxTask,
  startKnowledgeBoxTask,
  stopKnowledgeBoxTask,
} from './agent-task/agent-task.operations';
import { createChatCompletion } from './chat-completion/chat-completion.operations';
import { predictChat, predictChatForKnowledgeBox, proxyPredictChat } from './chat/chat.operations';
import { getCompatModel, listCompatModels, listPredictModels } from './compat-model/compat-model.operations';
import { createEmbeddings } from './embeddings/embeddings.operations';
import { readBoxStrategies, storeBoxStrategy } from './box-strategy/box-strategy.operations';
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
  addExtractStrategy,
  addKnowledgeBoxExtractStrategy,
  disableExtractStrategy,
  disableKnowledgeBoxExtractStrategy,
  getExtractStrategy,
  getKnowledgeBoxExtractStrategy,
  listExtractStrategies,
  listKnowledgeBoxExtractStrategies,
} from './extract-strategy/extract-strategy.operations';
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
import { proxyPredict, proxyPredictByQuery } from './predict-proxy/predict-proxy.operations';
import {
  predictRunAgents,
  predictRunAgentsText,
  proxyPredictRunAgentsText,
  runAgentsOnResource,
} from './run-agents/run-agents.operations';
import {
  describeModels,
  embedTexts,
  generateAnswer,
  rephraseQuestion,
  rerankTexts,
} from './predict/predict.operations';
import {
  cancelProcessing,
  getProcessingRequest,
  getProcessingStats,
  listProcessingRequests,
  replayProcessingWebhook,
} from './processing-record/processing-record.operations';
import { downloadProcessingFile, uploadProcessingFile } from './processing-file/processing-file.operations';
import {
  extendProcessingPull,
  getProcessingPullStatus,
  pullProcessing,
  pullProcessingLegacy,
} from './processing-queue/processing-queue.operations';
import { streamProcessingResults } from './processing-result/processing-result.operations';
import {
  appendProcessingTusUpload,
  createProcessingTusUpload,
  getProcessingTusOptions,
  getProcessingTusUploadOptions,
  headProcessingTusUpload,
} from './processing-upload/processing-upload.operations';
import { processField } from './process/process.operations';
import { pushToProcessing } from './push/push.operations';
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
  addSplitStrategy,
  addKnowledgeBoxSplitStrategy,
  disableSplitStrategy,
  disableKnowledgeBoxSplitStrategy,
  getSplitStrategy,
  getKnowledgeBoxSplitStrategy,
  listSplitStrategies,
  listKnowledgeBoxSplitStrategies,
} from './split-strategy/split-strategy.operations';
import {
  predictSummarize,
  predictSummarizeForKnowledgeBox,
  proxyPredictSummarize,
} from './summarize/summarize.operations';
import { predictTokens, predictTokensForKnowledgeBox, proxyPredictTokens } from './tokens/tokens.operations';

/** Every operation that the understanding service handles. */
export const understandingOperations: readonly AnyOperation[] = [
  processField,
  startKnowledgeBoxTask,
  listKnowledgeBoxTasks,
  inspectKnowledgeBoxTask,
  stopKnowledgeBoxTask,
  restartKnowledgeBoxTask,
  patchKnowledgeBoxTask,
  enableKnowledgeBoxTask,
  deleteKnowledgeBoxTask,
  cleanupKnowledgeBoxTask,
  predictRunAgents,
  predictRunAgentsText,
  runAgentsOnResource,
  pushToProcessing,
  listProcessingRequests,
  getProcessingRequest,
  getProcessingStats,
  cancelProcessing,
  replayProcessingWebhook,
  streamProcessingResults,
  uploadProcessingFile,
  downloadProcessingFile,
  pullProcessing,
  extendProcessingPull,
  getProcessingPullStatus,
  pullProcessingLegacy,
  getProcessingTusOptions,
  getProcessingTusUploadOptions,
  createProcessingTusUpload,
  headProcessingTusUpload,
  appendProcessingTusUpload,
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
  readBoxStrategies,
  storeBoxStrategy,
  getLearningSchemaForCreation,
  getLearningSchema,
  getLearningSchemaForUpdate,
  getAccountLearningSchema,
  getKnowledgeBoxLearningSchema,
  getSelfHostedLearningSchema,
  listGenerativeProviders,
  listKnowledgeBoxProviders,
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
  addExtractStrategy,
  addKnowledgeBoxExtractStrategy,
  disableExtractStrategy,
  disableKnowledgeBoxExtractStrategy,
  getExtractStrategy,
  getKnowledgeBoxExtractStrategy,
  listExtractStrategies,
  listKnowledgeBoxExtractStrategies,
  addSplitStrategy,
  addKnowledgeBoxSplitStrategy,
  disableSplitStrategy,
  disableKnowledgeBoxSplitStrategy,
  getSplitStrategy,
  getKnowledgeBoxSplitStrategy,
  listSplitStrategies,
  listKnowledgeBoxSplitStrategies,
];
