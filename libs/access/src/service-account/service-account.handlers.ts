import { handlersOf } from '@lectern/bus';
import {
  createServiceAccount,
  createServiceAccountKey,
  deleteServiceAccount,
  deleteServiceAccountKey,
  listServiceAccounts,
} from '@lectern/contracts/knowledge-box';
import { ApiKeyService } from './api-key.service';
import { ServiceAccountService } from './service-account.service';

export const ServiceAccountHandlers = handlersOf(ServiceAccountService)
  .answer(listServiceAccounts, (accounts, { params }) => accounts.list(params.kbid))
  .answer(createServiceAccount, (accounts, { params, body, principal }) =>
    accounts.create(params.kbid, body, principal),
  )
  .answer(deleteServiceAccount, (accounts, { params, principal }) =>
    accounts.delete(params.kbid, params.service_account_id, principal),
  )
  .of(ApiKeyService)
  .answer(createServiceAccountKey, (keys, { params, body, principal }) => keys.create(params, body.expires, principal))
  .answer(deleteServiceAccountKey, (keys, { params, principal }) => keys.delete(params, params.key_id, principal));
