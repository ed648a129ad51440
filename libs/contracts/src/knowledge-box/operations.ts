import { knowledgeBoxKeys } from './sealed-keys/sealed-keys.operations';
import {
  getLimitsStatus,
  noteQuotaUse,
  readQuota,
  returnQuota,
  takeQuota,
} from './account-quota/account-quota.operations';
import { getRequestRates } from './request-rate/request-rate.operations';
import {
  alignNames,
  clearAugmentations,
  listAlignableNames,
  listAugmentedResources,
  putAugmentations,
  readAugmentableFields,
} from './augmentation/augmentation.operations';
import { createBackup, deleteBackup, listBackups, restoreBackup } from './backup/backup.operations';
import type { AnyOperation } from '../core/operation';
import { listChanges } from './change/change.operations';
import { countContent, listShards } from './counters/counters.operations';
import {
  appendMessages,
  deleteMessage,
  downloadAttachment,
  putConversationField,
} from './conversation/conversation.operations';
import { verifyZoneCredential } from './credential/credential.operations';
import { getDeletion, verifyDeletion } from './deletion/deletion.operations';
import { describeAgent, resolveAgentAccess } from './agent/agent.operations';
import { readHeldRight } from './held-right/held-right.operations';
import { resolveKnowledgeBoxAccess } from './knowledge-box-access/knowledge-box-access.operations';
import {
  deleteField,
  getField,
  putFileField,
  putKeyValueField,
  putLinkField,
  putTextField,
  reprocessField,
} from './field/field.operations';
import {
  readEntityRelations,
  readGraphNames,
  readGraphNodes,
  readGraphPaths,
  readGraphRelations,
} from './graph/graph.operations';
import { listIndexDifferences, readIndexRuns, startIndexRun } from './index-run/index-run.operations';
import { purgeFormerAccount, removeFormerMembersOfAccount } from './former-account/former-account.operations';
import { getEntitiesGroup, listEntitiesGroups } from './entities-group/entities-group.operations';
import {
  deleteLabelset,
  getLabelset,
  listLabelsets,
  putLabelset,
  readParagraphLabelsets,
} from './labelset/labelset.operations';
import { reportIndexDamage } from './index-damage/index-damage.operations';
import { matchKeyValues } from './key-value-query/key-value-query.operations';
import {
  createKvSchema,
  deleteKvSchema,
  getKvSchema,
  listKvSchemas,
  modifyKvSchema,
} from './kv-schema/kv-schema.operations';
import { countCatalogFacets, listCatalog } from './catalog/catalog.operations';
import { sendMail } from './mail/mail.operations';
import { readMessages } from './message/message.operations';
import { awaitFinding } from './finding/finding.operations';
import { readParagraphs } from './paragraph/paragraph.operations';
import { listVisibleResources, readResources, readTexts } from './resource-lookup/resource-lookup.operations';
import { readRetrievalSettings } from './retrieval-settings/retrieval-settings.operations';
import { listUnembeddedFields } from './unembedded-field/unembedded-field.operations';
import {
  createAccountKnowledgeBox,
  deleteAccountKnowledgeBox,
  getAccountKnowledgeBox,
  getKnowledgeBoxLogo,
  indexKnowledgeBoxes,
  listAccountKnowledgeBoxes,
  modifyAccountKnowledgeBox,
} from './knowledge-box/knowledge-box.operations';
import { getKnowledgeBox, getKnowledgeBoxBySlug } from './knowledge-box-content/knowledge-box-content.operations';
import { listKnowledgeBoxUsers, updateKnowledgeBoxUsers } from './knowledge-box-user/knowledge-box-user.operations';
import {
  createNuaClient,
  deleteNuaClient,
  getNuaClient,
  listNuaClientActivity,
  listNuaClients,
  modifyNuaClient,
  readNuaClientWebhook,
  renewNuaClientKey,
} from './nua-client/nua-client.operations';
import {
  acceptInvitation,
  cancelInvitation,
  createInvitation,
  listInvitations,
} from './invitation/invitation.operations';
import { getPermissions } from './permission/permission.operations';
import { listProcessingStatus } from './processing-status/processing-status.operations';
import {
  createResource,
  deleteResource,
  getResource,
  headResource,
  listResources,
  modifyResource,
  reindexResource,
  reprocessResource,
} from './resource/resource.operations';
import {
  createKnowledgeBox,
  deleteKnowledgeBox,
  listKnowledgeBoxes,
  modifyKnowledgeBox,
  importNewKnowledgeBox,
} from './self-hosted/self-hosted.operations';
import {
  createServiceAccount,
  createServiceAccountKey,
  deleteServiceAccount,
  deleteServiceAccountKey,
  listServiceAccounts,
} from './service-account/service-account.operations';
import {
  createEphemeralToken,
  createAgentSessionKey,
  createKnowledgeBoxEphemeralToken,
  createTemporalKey,
  getTemporaryAccessToken,
} from './short-lived-key/short-lived-key.operations';
import { deleteSynonyms, getSynonyms, putSynonyms, readSynonyms } from './synonyms/synonyms.operations';
import { sweepBlobs } from './blob-sweep/blob-sweep.operations';
import { listTasks, replayTasks } from './task/task.operations';
import { listTrainsetPartitions, listTrainsetPartitionsByPrefix, streamTrainset } from './trainset/trainset.operations';
import {
  downloadExport,
  getExportStatus,
  getImportStatus,
  startExport,
  startImport,
} from './transfer/transfer.operations';
import { appendTusUpload, createTusUpload, getTusOptions, headTusUpload } from './tus-upload/tus-upload.operations';
import { streamNotifications } from './notification/notification.operations';
import { downloadExtracted, downloadFileField, uploadFile, uploadFileField } from './upload/upload.operations';
import {
  addVectorset,
  deleteVectorset,
  listVectorsets,
  readBoxVectorsets,
  promoteVectorset,
  readModelUse,
  setVectorsetFilling,
} from './vectorset/vectorset.operations';

/** Every operation that the knowledge-box service handles, for clients and for other services. */
export const knowledgeBoxOperations: readonly AnyOperation[] = [
  knowledgeBoxKeys.count,
  knowledgeBoxKeys.reseal,
  resolveKnowledgeBoxAccess,
  resolveAgentAccess,
  describeAgent,
  readHeldRight,
  verifyZoneCredential,
  getLimitsStatus,
  getRequestRates,
  noteQuotaUse,
  readQuota,
  returnQuota,
  takeQuota,
  createAccountKnowledgeBox,
  deleteAccountKnowledgeBox,
  getAccountKnowledgeBox,
  getKnowledgeBoxLogo,
  purgeFormerAccount,
  removeFormerMembersOfAccount,
  indexKnowledgeBoxes,
  listAccountKnowledgeBoxes,
  modifyAccountKnowledgeBox,
  createKnowledgeBox,
  deleteKnowledgeBox,
  listKnowledgeBoxes,
  modifyKnowledgeBox,
  countContent,
  listShards,
  getPermissions,
  getKnowledgeBox,
  getKnowledgeBoxBySlug,
  listKnowledgeBoxUsers,
  updateKnowledgeBoxUsers,
  acceptInvitation,
  cancelInvitation,
  createInvitation,
  listInvitations,
  createNuaClient,
  deleteNuaClient,
  getNuaClient,
  listNuaClientActivity,
  listNuaClients,
  modifyNuaClient,
  readNuaClientWebhook,
  renewNuaClientKey,
  createServiceAccount,
  createServiceAccountKey,
  deleteServiceAccount,
  deleteServiceAccountKey,
  listServiceAccounts,
  createEphemeralToken,
  createAgentSessionKey,
  createKnowledgeBoxEphemeralToken,
  createTemporalKey,
  getTemporaryAccessToken,
  clearAugmentations,
  listAugmentedResources,
  alignNames,
  listAlignableNames,
  putAugmentations,
  readAugmentableFields,
  createResource,
  deleteResource,
  getDeletion,
  verifyDeletion,
  getResource,
  headResource,
  listResources,
  listCatalog,
  countCatalogFacets,
  modifyResource,
  reindexResource,
  reprocessResource,
  deleteField,
  getField,
  putFileField,
  putKeyValueField,
  putLinkField,
  putTextField,
  reprocessField,
  createKvSchema,
  deleteKvSchema,
  getKvSchema,
  listKvSchemas,
  modifyKvSchema,
  matchKeyValues,
  appendMessages,
  deleteMessage,
  downloadAttachment,
  putConversationField,
  downloadFileField,
  downloadExtracted,
  uploadFile,
  uploadFileField,
  appendTusUpload,
  createTusUpload,
  getTusOptions,
  headTusUpload,
  getEntitiesGroup,
  listEntitiesGroups,
  deleteLabelset,
  getLabelset,
  listLabelsets,
  putLabelset,
  deleteSynonyms,
  getSynonyms,
  putSynonyms,
  readParagraphLabelsets,
  readSynonyms,
  streamNotifications,
  listChanges,
  listUnembeddedFields,
  listVisibleResources,
  readTexts,
  readEntityRelations,
  readGraphNames,
  readGraphNodes,
  readGraphPaths,
  readGraphRelations,
  readMessages,
  awaitFinding,
  readParagraphs,
  readResources,
  readRetrievalSettings,
  reportIndexDamage,
  listIndexDifferences,
  readIndexRuns,
  startIndexRun,
  listProcessingStatus,
  startExport,
  getExportStatus,
  downloadExport,
  startImport,
  getImportStatus,
  importNewKnowledgeBox,
  createBackup,
  deleteBackup,
  listBackups,
  restoreBackup,
  listTasks,
  replayTasks,
  sweepBlobs,
  listTrainsetPartitions,
  listTrainsetPartitionsByPrefix,
  streamTrainset,
  addVectorset,
  deleteVectorset,
  listVectorsets,
  readBoxVectorsets,
  promoteVectorset,
  setVectorsetFilling,
  readModelUse,
  sendMail,
];
