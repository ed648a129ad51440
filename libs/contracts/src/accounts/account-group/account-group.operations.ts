import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { AccountTarget } from '../account/account.dto';
import {
  AccountGroup,
  AccountGroupChanges,
  AccountGroupList,
  AccountGroupMemberList,
  AccountGroupPayload,
  AccountGroupTarget,
} from './account-group.dto';

const group = '/api/v1/account/{account}/group/{group_id}';

const asOwner = { credentials: ['user', 'pat'], role: 'AOWNER', on: 'account' } as const;

const refusals = {
  ...failsWithoutRoom,
  not_found: 'The account has no such group.',
  conflict: 'The identity provider manages the group.',
} as const;

/** Returns the groups of the account, wherever they come from, ordered by name. */
export const listAccountGroups = operation({
  name: 'accounts.group.list',
  summary: 'List the groups of an account',
  http: {
    method: 'GET',
    path: '/api/v1/account/{account}/groups',
    host: 'accounts',
    success: 200,
    member: 'groups',
  },
  policy: asOwner,
  params: AccountTarget,
  answer: AccountGroupList,
  deadlineMs: 10_000,
});

/** Returns the people in a group, ordered by mail address. */
export const listAccountGroupMembers = operation({
  name: 'accounts.group.members',
  summary: 'List the people in a group of an account',
  http: {
    method: 'GET',
    path: `${group}/users`,
    host: 'accounts',
    success: 200,
    member: 'users',
  },
  policy: asOwner,
  params: AccountGroupTarget,
  answer: AccountGroupMemberList,
  fails: { not_found: refusals.not_found },
  deadlineMs: 10_000,
});

/** Makes a group without people. From the first group of an account on, its people see what their groups may see. */
export const createAccountGroup = operation({
  name: 'accounts.group.create',
  summary: 'Create a group of an account',
  http: { method: 'POST', path: '/api/v1/account/{account}/groups', host: 'accounts', success: 201 },
  policy: asOwner,
  params: AccountTarget,
  body: AccountGroupPayload,
  answer: AccountGroup,
  fails: {
    ...failsWithoutRoom,
    conflict: 'Another group of the account has this name.',
    quota_exceeded: 'The account has as many groups as it may.',
  },
  deadlineMs: 10_000,
});

/** Renames a group that owners made. Its people then have another security group. */
export const renameAccountGroup = operation({
  name: 'accounts.group.rename',
  summary: 'Rename a group of an account',
  http: { method: 'PATCH', path: group, host: 'accounts', success: 204, reply: 'empty' },
  policy: asOwner,
  params: AccountGroupTarget,
  body: AccountGroupPayload,
  fails: { ...refusals, conflict: 'Another group has this name, or the identity provider manages the group.' },
  deadlineMs: 10_000,
});

/**
 * Deletes a group that owners made, or that SAML assertions named: the next assertion that names it makes it again.
 * Groups of SCIM are deleted by SCIM.
 */
export const deleteAccountGroup = operation({
  name: 'accounts.group.delete',
  summary: 'Delete a group of an account',
  http: { method: 'DELETE', path: group, host: 'accounts', success: 204, reply: 'empty' },
  policy: asOwner,
  params: AccountGroupTarget,
  fails: refusals,
  deadlineMs: 10_000,
});

/** Changes who is in a group that owners made. */
export const updateAccountGroupMembers = operation({
  name: 'accounts.group.update-members',
  summary: 'Change the people in a group of an account',
  http: { method: 'PATCH', path: `${group}/users`, host: 'accounts', success: 204, reply: 'empty' },
  policy: asOwner,
  params: AccountGroupTarget,
  body: AccountGroupChanges,
  fails: {
    ...refusals,
    bad_request: 'The account has no such person.',
    quota_exceeded: 'The group, or the groups of a person, would be more than the limit.',
  },
  worksWithoutRoom: true,
  deadlineMs: 10_000,
});
