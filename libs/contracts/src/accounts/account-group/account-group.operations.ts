import { operation } from '../../core/operation';
import { AccountTarget } from '../account/account.dto';
import { AccountGroupList, AccountGroupMemberList, AccountGroupTarget } from './account-group.dto';

const asOwner = { credentials: ['user', 'pat'], role: 'AOWNER', on: 'account' } as const;

/** Returns the groups that the identity provider of the account provisioned, ordered by name. */
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
    path: '/api/v1/account/{account}/group/{group_id}/users',
    host: 'accounts',
    success: 200,
    member: 'users',
  },
  policy: asOwner,
  params: AccountGroupTarget,
  answer: AccountGroupMemberList,
  fails: { not_found: 'The account has no such group.' },
  deadlineMs: 10_000,
});
