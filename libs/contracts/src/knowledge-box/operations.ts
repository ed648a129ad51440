import type { AnyOperation } from '../core/operation';
import { resolveKnowledgeBoxAccess, verifyZoneCredential } from '../access/access';
import { deleteField, getField, putFileField, putLinkField, putTextField, reprocessField } from './field.operations';
import { listIndexDifferences, readIndexRuns, startIndexRun } from './index-run.operations';
import {
  listUnembeddedFields,
  listVisibleResources,
  readParagraphs,
  readResources,
  readRetrievalSettings,
  reportIndexDamage,
} from './internal.operations';
import {
  createAccountKnowledgeBox,
  deleteAccountKnowledgeBox,
  getAccountKnowledgeBox,
  indexKnowledgeBoxes,
  listAccountKnowledgeBoxes,
  modifyAccountKnowledgeBox,
} from './knowledge-box';
import { getKnowledgeBox, getKnowledgeBoxBySlug } from './knowledge-box-content';
import { listKnowledgeBoxUsers, updateKnowledgeBoxUsers } from './knowledge-box-user';
import {
  createNuaClient,
  deleteNuaClient,
  getNuaClient,
  listNuaClients,
  modifyNuaClient,
  renewNuaClientKey,
} from './nua-client';
import { listProcessingStatus } from './processing-status.operations';
import {
  createResource,
  deleteResource,
  getResource,
  headResource,
  listResources,
  modifyResource,
  reindexResource,
  reprocessResource,
} from './resource.operations';
import {
  createServiceAccount,
  createServiceAccountKey,
  deleteServiceAccount,
  deleteServiceAccountKey,
  listServiceAccounts,
} from './service-account';
import { createEphemeralToken, createKnowledgeBoxEphemeralToken, createTemporalKey } from './short-lived-key';
import { listTasks, replayTasks } from './task.operations';
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
} from './tus-upload.operations';
import { streamNotifications } from './notification.operations';
import { downloadFileField, uploadFile, uploadFileField } from './upload.operations';

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
];
