import type { AnyOperation } from '../core/operation';
import { listChanges } from './change/change.operations';
import { verifyZoneCredential } from './credential/credential.operations';
import { resolveKnowledgeBoxAccess } from './knowledge-box-access/knowledge-box-access.operations';
import {
  deleteField,
  getField,
  putFileField,
  putLinkField,
  putTextField,
  reprocessField,
} from './field/field.operations';
import { listIndexDifferences, readIndexRuns, startIndexRun } from './index-run/index-run.operations';
import { reportIndexDamage } from './index-damage/index-damage.operations';
import { readParagraphs } from './paragraph/paragraph.operations';
import { listVisibleResources, readResources } from './resource-lookup/resource-lookup.operations';
import { readRetrievalSettings } from './retrieval-settings/retrieval-settings.operations';
import { listUnembeddedFields } from './unembedded-field/unembedded-field.operations';
import {
  createAccountKnowledgeBox,
  deleteAccountKnowledgeBox,
  getAccountKnowledgeBox,
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
  listNuaClients,
  modifyNuaClient,
  renewNuaClientKey,
} from './nua-client/nua-client.operations';
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
  createServiceAccount,
  createServiceAccountKey,
  deleteServiceAccount,
  deleteServiceAccountKey,
  listServiceAccounts,
} from './service-account/service-account.operations';
import {
  createEphemeralToken,
  createKnowledgeBoxEphemeralToken,
  createTemporalKey,
} from './short-lived-key/short-lived-key.operations';
import { listTasks, replayTasks } from './task/task.operations';
import { listTrainsetPartitions, listTrainsetPartitionsByPrefix, streamTrainset } from './trainset/trainset.operations';
import {
  appendFieldTusUpload,
  appendTusUpload,
  createFieldTusUpload,
  createTusUpload,
  getFieldTusOptions,
  getFieldTusUploadOptions,
  getTusOptions,
  getTusUploadOptions,
  headFieldTusUpload,
  headTusUpload,
} from './tus-upload/tus-upload.operations';
import { streamNotifications } from './notification/notification.operations';
import { downloadFileField, uploadFile, uploadFileField } from './upload/upload.operations';
import { addVectorset, deleteVectorset, listVectorsets } from './vectorset/vectorset.operations';

/** Every operation that the knowledge-box service handles, for clients and for other services. */
export const knowledgeBoxOperations: readonly AnyOperation[] = [
  resolveKnowledgeBoxAccess,
  verifyZoneCredential,
  createAccountKnowledgeBox,
  deleteAccountKnowledgeBox,
  getAccountKnowledgeBox,
  indexKnowledgeBoxes,
  listAccountKnowledgeBoxes,
  modifyAccountKnowledgeBox,
  getKnowledgeBox,
  getKnowledgeBoxBySlug,
  listKnowledgeBoxUsers,
  updateKnowledgeBoxUsers,
  createNuaClient,
  deleteNuaClient,
  getNuaClient,
  listNuaClients,
  modifyNuaClient,
  renewNuaClientKey,
  createServiceAccount,
  createServiceAccountKey,
  deleteServiceAccount,
  deleteServiceAccountKey,
  listServiceAccounts,
  createEphemeralToken,
  createKnowledgeBoxEphemeralToken,
  createTemporalKey,
  createResource,
  deleteResource,
  getResource,
  headResource,
  listResources,
  modifyResource,
  reindexResource,
  reprocessResource,
  deleteField,
  getField,
  putFileField,
  putLinkField,
  putTextField,
  reprocessField,
  downloadFileField,
  uploadFile,
  uploadFileField,
  appendFieldTusUpload,
  appendTusUpload,
  createFieldTusUpload,
  createTusUpload,
  getFieldTusOptions,
  getFieldTusUploadOptions,
  getTusOptions,
  getTusUploadOptions,
  headFieldTusUpload,
  headTusUpload,
  streamNotifications,
  listChanges,
  listUnembeddedFields,
  listVisibleResources,
  readParagraphs,
  readResources,
  readRetrievalSettings,
  reportIndexDamage,
  listIndexDifferences,
  readIndexRuns,
  startIndexRun,
  listProcessingStatus,
  listTasks,
  replayTasks,
  listTrainsetPartitions,
  listTrainsetPartitionsByPrefix,
  streamTrainset,
  addVectorset,
  deleteVectorset,
  listVectorsets,
];
