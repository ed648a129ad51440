import { handlersOf } from '@lectern/bus';
import {
  createNuaClient,
  deleteNuaClient,
  getNuaClient,
  listNuaClientActivity,
  listNuaClients,
  modifyNuaClient,
  readNuaClientWebhook,
  renewNuaClientKey,
} from '@lectern/contracts/knowledge-box';
import { NuaClientService } from './nua-client.service';

export const NuaClientHandlers = handlersOf(NuaClientService)
  .answer(listNuaClients, (clients, { params, query }) => clients.list(params.account, query.client_id))
  .answer(createNuaClient, (clients, { params, body, principal }) => clients.create(params.account, body, principal))
  .answer(getNuaClient, (clients, { params }) => clients.get(params.account, params.client_id))
  .answer(modifyNuaClient, (clients, { params, body, principal }) => clients.modify(params, body, principal))
  .answer(deleteNuaClient, (clients, { params, principal }) =>
    clients.delete(params.account, params.client_id, principal),
  )
  .answer(renewNuaClientKey, (clients, { params, principal }) => clients.renewKey(params, principal))
  .answer(readNuaClientWebhook, (clients, { body }) => clients.webhook(body))
  .answer(listNuaClientActivity, (clients, { params, query }) => clients.listActivity(params, query.page));
