import { AccountTarget } from '../../accounts/account/account.dto';
import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import {
  ModifyNuaClientPayload,
  NuaClientActivity,
  NuaClientActivityQuery,
  NuaClientKey,
  NuaClientList,
  NuaClientPayload,
  NuaClientQuery,
  NuaClientRecord,
  NuaClientTarget,
  NuaClientWebhook,
  OwnedNuaClient,
} from './nua-client.dto';

const collection = '/api/v1/account/{account}/nua_clients';

const item = '/api/v1/account/{account}/nua_client/{client_id}';

const asOwner = { credentials: ['user', 'pat'], role: 'AOWNER', on: 'account' } as const;

/** Returns the clients without their keys, oldest first. The list is not paged. */
export const listNuaClients = operation({
  name: 'kb.nua-client.list',
  summary: 'List the NUA clients of an account',
  http: { method: 'GET', path: collection, host: 'zone', success: 200 },
  policy: asOwner,
  params: AccountTarget,
  query: NuaClientQuery,
  answer: NuaClientList,
  deadlineMs: 10_000,
});

/**
 * Returns the key of the client, which no later answer shows. The key is valid until it is renewed or the client is
 * deleted. An account has at most 1,000 clients.
 */
export const createNuaClient = operation({
  name: 'kb.nua-client.create',
  summary: 'Create a NUA client with its key',
  http: { method: 'POST', path: collection, host: 'zone', success: 201 },
  policy: asOwner,
  params: AccountTarget,
  body: NuaClientPayload,
  answer: NuaClientKey,
  fails: {
    ...failsWithoutRoom,
    conflict: 'The account has a NUA client with this client id.',
    quota_exceeded: 'The account has 1,000 NUA clients.',
  },
  deadlineMs: 10_000,
});

/** Returns the client without its key. The values of webhook headers are masked. */
export const getNuaClient = operation({
  name: 'kb.nua-client.get',
  summary: 'Get a NUA client',
  http: { method: 'GET', path: item, host: 'zone', success: 200 },
  policy: asOwner,
  params: NuaClientTarget,
  answer: NuaClientRecord,
  deadlineMs: 10_000,
});

/**
 * Members that are absent stay; of the others only the limit of tokens can be emptied, by null. Returns the client as
 * it is now.
 */
export const modifyNuaClient = operation({
  name: 'kb.nua-client.modify',
  summary: 'Modify a NUA client',
  http: { method: 'PATCH', path: item, host: 'zone', success: 200 },
  policy: asOwner,
  params: NuaClientTarget,
  body: ModifyNuaClientPayload,
  answer: NuaClientRecord,
  fails: failsWithoutRoom,
  worksWithoutRoom: true,
  deadlineMs: 10_000,
});

/** The key of the client is refused from now on; other processes may accept it for up to 5 seconds. */
export const deleteNuaClient = operation({
  name: 'kb.nua-client.delete',
  summary: 'Delete a NUA client with its key',
  http: { method: 'DELETE', path: item, host: 'zone', success: 204, reply: 'empty' },
  policy: asOwner,
  params: NuaClientTarget,
  fails: failsWithoutRoom,
  deadlineMs: 10_000,
});

/**
 * Returns a new key, which no later answer shows. The old one is refused from now on; other processes may accept it for
 * up to 5 seconds.
 */
export const renewNuaClientKey = operation({
  name: 'kb.nua-client.renew-key',
  summary: 'Replace the key of a NUA client',
  http: { method: 'PUT', path: `${item}/key`, host: 'zone', success: 201 },
  policy: asOwner,
  params: NuaClientTarget,
  answer: NuaClientKey,
  fails: failsWithoutRoom,
  worksWithoutRoom: true,
  deadlineMs: 10_000,
});

/** Reads whom to tell about processed files. @throws AppError `not_found` */
export const readNuaClientWebhook = operation({
  name: 'kb.nua-client.read-webhook',
  summary: 'Read the webhook of a NUA client',
  body: OwnedNuaClient,
  answer: NuaClientWebhook,
  deadlineMs: 10_000,
});

/**
 * Returns what happened to the client and what its key did, newest first, 25 events a page: created, modified, key
 * renewed; service accounts, API keys, knowledge boxes and backups that the key created, modified, deleted or restored.
 * The newest 1,000 events are kept, and deleted with the client.
 */
export const listNuaClientActivity = operation({
  name: 'kb.nua-client.list-activity',
  summary: 'List what happened to a NUA client',
  http: { method: 'GET', path: `${item}/activity`, host: 'zone', success: 200 },
  policy: asOwner,
  params: NuaClientTarget,
  query: NuaClientActivityQuery,
  answer: NuaClientActivity,
  deadlineMs: 10_000,
});
