import { handlersOf } from '@lectern/bus';
import {
  createAccount,
  deleteAccount,
  getAccountPermissions,
  getAccountSlugStatus,
  listAccountTypes,
  manageAccount,
  modifyAccount,
  purgeAccount,
} from '@lectern/contracts/accounts';
import { AccountCreation } from './account-creation';
import { AccountDeletion } from './account-deletion';
import { AccountSettingsService } from './account-settings.service';

export const AccountSettingsHandlers = handlersOf(AccountSettingsService)
  .answer(modifyAccount, (settings, { params, body, principal }) => settings.modify(params.account, body, principal))
  .answer(manageAccount, (settings, { params, body, principal }) => settings.manage(params.account, body, principal))
  .answer(getAccountSlugStatus, (settings, { params }) => settings.slugStatus(params.account))
  .answer(listAccountTypes, (settings) => settings.types())
  .answer(getAccountPermissions, (settings, { params, query, principal }) =>
    settings.permissions({ account: params.account, again: query.account_id }, principal),
  )
  .of(AccountCreation)
  .answer(createAccount, (creation, { body, principal }) => creation.create(body, principal))
  .of(AccountDeletion)
  .answer(deleteAccount, (deletion, { params, headers, principal }) =>
    deletion.delete(params.account, headers['x-otp-email'], principal),
  )
  .answer(purgeAccount, (deletion, { params, principal }) => deletion.purge(params.account, principal));
