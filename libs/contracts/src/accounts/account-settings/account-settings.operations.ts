import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { AccountTarget } from '../account/account.dto';
import {
  AccountChanges,
  AccountPayload,
  AccountPermissions,
  AccountSlugTarget,
  AccountTypes,
  CreatedAccount,
  DeletionHeaders,
  SameAccountQuery,
  SlugStatus,
} from './account-settings.dto';

const account = '/api/v1/account/{account}';
const asUser = { credentials: ['user', 'pat'], role: 'any', on: 'self' } as const;
const asOwner = { credentials: ['user', 'pat'], role: 'AOWNER', on: 'account' } as const;
const asMember = { credentials: ['user', 'pat'], role: ['AMEMBER', 'AOWNER'], on: 'account' } as const;

/**
 * The caller becomes the owner. Without a slug it is made of the title, with a number where that is taken. The account
 * gets the type that the deployment gives to new accounts, and the limits of that type.
 */
export const createAccount = operation({
  name: 'accounts.account.create',
  summary: 'Create an account',
  http: { method: 'POST', path: '/api/v1/accounts', host: 'accounts', success: 201 },
  policy: asUser,
  body: AccountPayload,
  answer: CreatedAccount,
  fails: {
    ...failsWithoutRoom,
    conflict: 'Another account has this slug.',
    quota_exceeded: 'The user owns as many accounts as the deployment allows.',
    invalid_request: 'The request is not valid, or there is no such zone.',
  },
  deadlineMs: 10_000,
});

/** Members that are absent stay. Clients that know the account by its old slug must use the id or the new slug. */
export const modifyAccount = operation({
  name: 'accounts.account.modify',
  summary: 'Modify an account',
  http: { method: 'PATCH', path: account, host: 'accounts', success: 200, reply: 'null' },
  policy: asOwner,
  params: AccountTarget,
  body: AccountChanges,
  fails: {
    ...failsWithoutRoom,
    conflict:
      'Another account has this slug, or has verified one of the domains of `saml_config`; or the caller has no second ' +
      'factor, and would demand one.',
    invalid_request: 'The request is not valid, or the certificate of the identity provider is not usable.',
  },
  worksWithoutRoom: true,
  deadlineMs: 10_000,
});

/**
 * The account, its members and its invitations are gone at once. A background task of each zone then deletes its
 * knowledge boxes, agents, keys and NUA clients. It cannot be undone. The caller proves to be the user: by a code from
 * a mail, or by a sign-in within the last five minutes.
 */
export const deleteAccount = operation({
  name: 'accounts.account.delete',
  summary: 'Delete an account with everything in it',
  http: { method: 'DELETE', path: account, host: 'accounts', success: 204, reply: 'empty' },
  policy: asOwner,
  params: AccountTarget,
  headers: DeletionHeaders,
  fails: {
    ...failsWithoutRoom,
    forbidden: 'The caller does not own the account, or the code is missing, wrong, used or expired.',
  },
  deadlineMs: 10_000,
});

/** Says whether a new account could have this slug. A UUID is none: paths take it for an id. */
export const getAccountSlugStatus = operation({
  name: 'accounts.account.slug-status',
  summary: 'Check whether a slug of accounts is free',
  http: { method: 'GET', path: `${account}/status`, host: 'accounts', success: 200 },
  policy: asUser,
  params: AccountSlugTarget,
  answer: SlugStatus,
  deadlineMs: 10_000,
});

/** Returns the role of the caller in the account, and the actions that it includes. */
export const getAccountPermissions = operation({
  name: 'accounts.account.permissions',
  summary: 'List what the caller may do with an account',
  http: { method: 'GET', path: `${account}/permissions`, host: 'accounts', success: 200 },
  policy: asMember,
  params: AccountTarget,
  query: SameAccountQuery,
  answer: AccountPermissions,
  fails: { not_found: 'The account does not exist, or `account_id` names another one.' },
  deadlineMs: 10_000,
});

/** Returns the limits of each type of account, as the deployment has configured them. */
export const listAccountTypes = operation({
  name: 'accounts.account-type.list',
  summary: 'List the types of accounts and their limits',
  http: {
    method: 'GET',
    path: '/api/configuration/account_types',
    host: 'accounts',
    success: 200,
    member: 'types',
  },
  policy: { credentials: ['none'], role: 'any', on: 'nothing' },
  answer: AccountTypes,
  deadlineMs: 10_000,
});
