import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { AccountKnowledgeBoxTarget } from '../knowledge-box/knowledge-box.dto';
import {
  ApiKeyCreated,
  ApiKeyPayload,
  ApiKeyTarget,
  ServiceAccountList,
  ServiceAccountPayload,
  ServiceAccountRecord,
  ServiceAccountTarget,
} from './service-account.dto';

const collection = '/api/v1/account/{account}/kb/{kbid}/service_accounts';

const item = '/api/v1/account/{account}/kb/{kbid}/service_account/{service_account_id}';

const asOwner = {
  credentials: ['nua', 'user', 'pat'],
  role: ['SOWNER', 'AOWNER'],
  on: 'kb',
  management: true,
} as const;

/**
 * Returns every service account of the box with its keys, oldest first, without their secrets. The list is not paged.
 */
export const listServiceAccounts = operation({
  name: 'kb.service-account.list',
  summary: 'List service accounts with their keys',
  http: {
    method: 'GET',
    path: collection,
    host: 'zone',
    success: 200,
    member: 'serviceAccounts',
  },
  policy: asOwner,
  params: AccountKnowledgeBoxTarget,
  answer: ServiceAccountList,
  deadlineMs: 10_000,
});

/** The new service account has no keys. A box has at most 1,000 service accounts. */
export const createServiceAccount = operation({
  name: 'kb.service-account.create',
  summary: 'Create a service account',
  http: { method: 'POST', path: collection, host: 'zone', success: 201 },
  policy: asOwner,
  params: AccountKnowledgeBoxTarget,
  body: ServiceAccountPayload,
  answer: ServiceAccountRecord,
  fails: { ...failsWithoutRoom, quota_exceeded: 'The knowledge box has 1,000 service accounts.' },
  deadlineMs: 10_000,
});

/**
 * Its keys, and tokens made with them, are refused from now on; other processes may accept them for up to 5 seconds.
 */
export const deleteServiceAccount = operation({
  name: 'kb.service-account.delete',
  summary: 'Delete a service account with its keys',
  http: { method: 'DELETE', path: item, host: 'zone', success: 204, reply: 'empty' },
  policy: asOwner,
  params: ServiceAccountTarget,
  fails: failsWithoutRoom,
  deadlineMs: 10_000,
});

/**
 * Returns the secret of the new key, which no later answer shows. The key acts with the role of its service account. A
 * service account has at most 100 keys.
 */
export const createServiceAccountKey = operation({
  name: 'kb.api-key.create',
  summary: 'Create an API key',
  http: { method: 'POST', path: `${item}/keys`, host: 'zone', success: 201 },
  policy: asOwner,
  params: ServiceAccountTarget,
  body: ApiKeyPayload,
  answer: ApiKeyCreated,
  fails: {
    ...failsWithoutRoom,
    quota_exceeded: 'The service account has 100 keys.',
    invalid_request: 'The request is not valid, or `expires` is no date, past, or more than 1,095 days ahead.',
  },
  deadlineMs: 10_000,
});

/** Refuses the key and tokens made with it from now on; other processes may accept them for up to 5 seconds. */
export const deleteServiceAccountKey = operation({
  name: 'kb.api-key.delete',
  summary: 'Revoke an API key',
  http: { method: 'DELETE', path: `${item}/key/{key_id}`, host: 'zone', success: 204, reply: 'empty' },
  policy: asOwner,
  params: ApiKeyTarget,
  fails: { ...failsWithoutRoom, not_found: 'The knowledge box, the service account or its key does not exist.' },
  deadlineMs: 10_000,
});
