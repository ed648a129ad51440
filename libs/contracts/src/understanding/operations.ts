import { understandingKeys } from './sealed-keys/sealed-keys.operations';
import type { AnyOperation } from '../core/operation';
import { purgeAccountRows } from './account-purge/account-purge.operations';
import {
  deleteAssumeRole,
  finishAssumeRole,
  startAssumeRole,
  validateAssumeRole,
} from './assumed-role/assumed-role.operations';
import {
  cleanupKnowledgeBoxTask,
  deleteKnowledgeBoxTask,
  enableKnowledgeBoxTask,
  inspectKnowledgeBoxTask,
  inspectKnowledgeBoxTaskWorker,
  listKnowledgeBoxTasks,
  patchKnowledgeBoxTask,
  restartKnowledgeBoxTask,
  startKnowledgeBoxTask,
  stopKnowledgeBoxTask,
} from './agent-task/agent-task.operations';
import { createChatCompletion } from './chat-completion/chat-completion.operations';
import { predictChat, proxyPredictChat } from './chat/chat.operations';
import { getCompatModel, listCompatModels } from './compat-model/compat-model.operations';
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
  addAccountModelToKnowledgeBox,
  addModelToKnowledgeBox,
  createAccountModel,
  deleteAccountModel,
  deleteModelFromKnowledgeBox,
  getAccountModel,
  getAvailableModel,
  listAccountModels,
  listAvailableModels,
  updateAccountModel,
} from './custom-model/custom-model.operations';
import { downloadKnowledgeBoxModelFile, downloadModelFile } from './model-file/model-file.operations';
import {
  addExtractStrategy,
  disableExtractStrategy,
  getExtractStrategy,
  listExtractStrategies,
} from './extract-strategy/extract-strategy.operations';
import { listGenerativeProviders } from './generative-provider/generative-provider.operations';
import {
  createGuardrailPolicy,
  deleteGuardrailPolicy,
  getGuardrailPolicy,
  updateGuardrailPolicy,
} from './guardrail-policy/guardrail-policy.operations';
import { predictGuardrail } from './guardrail/guardrail.operations';
import { getLearningSchema, getSelfHostedLearningSchema } from './learning-schema/learning-schema.operations';
import {
  createModelConfiguration,
  deleteModelConfiguration,
  getModelConfiguration,
  listModelConfigurations,
  updateModelConfiguration,
} from './model-configuration/model-configuration.operations';
import { proxyPredict, proxyPredictByQuery } from './predict-proxy/predict-proxy.operations';
import { predictRunAgents, predictRunAgentsText, runAgentsOnResource } from './run-agents/run-agents.operations';
import {
  describeBoxEmbedders,
  describeGenerator,
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
import { listBlobsOfProcessing } from './named-blobs/named-blobs.operations';
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
  headProcessingTusUpload,
} from './processing-upload/processing-upload.operations';
import { processField } from './process/process.operations';
import { pushToProcessing } from './push/push.operations';
import {
  createDataset,
  deleteDataset,
  deletePartition,
  deletePartitions,
  downloadPartition,
  exportToDataset,
  getDataset,
  listDatasetModels,
  listDatasets,
  listPartitions,
  uploadPartition,
} from './dataset/dataset.operations';
import {
  deleteDatasetTask,
  inspectDatasetTask,
  listDatasetTasks,
  startDatasetTask,
  stopDatasetTask,
} from './dataset-task/dataset-task.operations';
import { predictRemi } from './remi/remi.operations';
import { predictQuery, predictQueryDeprecated } from './query/query.operations';
import { predictRephrase } from './rephrase/rephrase.operations';
import { predictRerank } from './rerank/rerank.operations';
import { predictSentence, predictSentenceBatch, predictSentenceForKnowledgeBox } from './sentence/sentence.operations';
import {
  addSplitStrategy,
  disableSplitStrategy,
  getSplitStrategy,
  listSplitStrategies,
} from './split-strategy/split-strategy.operations';
import { predictSummarize, summarizeTexts } from './summarize/summarize.operations';
import { fetchTaskAsset, getTaskAsset, listTaskAssets } from './task-asset/task-asset.operations';
import { predictTokens } from './tokens/tokens.operations';

/** Every operation that the understanding service handles. */
export const understandingOperations: readonly AnyOperation[] = [
  purgeAccountRows,
  understandingKeys.count,
  understandingKeys.reseal,
  processField,
  describeBoxEmbedders,
  describeGenerator,
  startKnowledgeBoxTask,
  listKnowledgeBoxTasks,
  inspectKnowledgeBoxTask,
  inspectKnowledgeBoxTaskWorker,
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
  listBlobsOfProcessing,
  pullProcessing,
  extendProcessingPull,
  getProcessingPullStatus,
  pullProcessingLegacy,
  getProcessingTusOptions,
  createProcessingTusUpload,
  headProcessingTusUpload,
  appendProcessingTusUpload,
  describeModels,
  embedTexts,
  generateAnswer,
  rephraseQuestion,
  rerankTexts,
  predictRemi,
  predictQuery,
  predictQueryDeprecated,
  predictRephrase,
  predictRerank,
  predictSentence,
  predictSentenceBatch,
  predictSentenceForKnowledgeBox,
  predictSummarize,
  summarizeTexts,
  predictTokens,
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
  getLearningSchema,
  getSelfHostedLearningSchema,
  listGenerativeProviders,
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
  downloadKnowledgeBoxModelFile,
  downloadModelFile,
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
  predictChat,
  createChatCompletion,
  createEmbeddings,
  listCompatModels,
  getCompatModel,
  addExtractStrategy,
  disableExtractStrategy,
  getExtractStrategy,
  listExtractStrategies,
  addSplitStrategy,
  disableSplitStrategy,
  getSplitStrategy,
  listSplitStrategies,
  createDataset,
  listDatasets,
  getDataset,
  deleteDataset,
  listDatasetModels,
  exportToDataset,
  uploadPartition,
  listPartitions,
  downloadPartition,
  deletePartition,
  deletePartitions,
  startDatasetTask,
  listDatasetTasks,
  inspectDatasetTask,
  stopDatasetTask,
  deleteDatasetTask,
  listTaskAssets,
  getTaskAsset,
  fetchTaskAsset,
];
