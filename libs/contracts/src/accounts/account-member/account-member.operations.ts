import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { task } from '../../core/task';
import { AccountTarget } from '../account/account.dto';
import {
  AccountMember,
  AccountMemberList,
  AccountMemberTarget,
  type LeftAccount,
  MemberChanges,
  MemberSearchQuery,
} from './account-member.dto';

const account = '/api/v1/account/{account}';
const asMember = { credentials: ['user', 'pat'], role: ['AMEMBER', 'AOWNER'], on: 'account' } as const;

/** Returns the members of the account, ordered by mail address. The list is not paged. */
export const listAccountMembers = operation({
  name: 'accounts.member.list',
  summary: 'List the users of an account',
  http: { method: 'GET', path: `${account}/users`, host: 'accounts', success: 200, member: 'users' },
  policy: asMember,
  params: AccountTarget,
  answer: AccountMemberList,
  deadlineMs: 10_000,
});

/** Returns members whose name or mail address contains a text. */
export const searchAccountMembers = operation({
  name: 'accounts.member.search',
  summary: 'Search the users of an account',
  http: { method: 'GET', path: `${account}/users/search`, host: 'accounts', success: 200, member: 'users' },
  policy: asMember,
  params: AccountTarget,
  query: MemberSearchQuery,
  answer: AccountMemberList,
  deadlineMs: 10_000,
});

/** Returns one member. */
export const getAccountMember = operation({
  name: 'accounts.member.get',
  summary: 'Get a user of an account',
  http: { method: 'GET', path: `${account}/user/{user_id}`, host: 'accounts', success: 200 },
  policy: asMember,
  params: AccountMemberTarget,
  answer: AccountMember,
  fails: { not_found: 'The account does not exist, or has no such user.' },
  deadlineMs: 10_000,
});

/**
 * Adds members, changes their roles and removes members: all of it, or nothing. Members may remove themselves; all
 * other changes need an owner. Who leaves loses the roles on the knowledge boxes of the account, in every zone.
 */
export const updateAccountMembers = operation({
  name: 'accounts.member.update',
  summary: 'Change the users of an account',
  http: { method: 'PATCH', path: `${account}/users`, host: 'accounts', success: 204, reply: 'empty' },
  policy: asMember,
  params: AccountTarget,
  body: MemberChanges,
  fails: {
    ...failsWithoutRoom,
    conflict: 'The account would have no owner.',
    forbidden: 'The caller does not own the account, and does more than to leave it.',
    not_found: 'There is no such user.',
    quota_exceeded: 'The account would have more users than its type allows.',
  },
  worksWithoutRoom: true,
  deadlineMs: 10_000,
});

/** Takes roles on knowledge boxes from users who left their account. */
export const removeFormerMembers = task<LeftAccount>({
  name: 'removeFormerMembers',
  attemptsMax: 100,
  timeoutMs: 60_000,
  worksWithoutRoom: true,
});
