import { failsWithoutRoom } from '../../core/failures';
import { operation, type Policy } from '../../core/operation';
import { task } from '../../core/task';
import { AccountMemberTarget } from '../account-member/account-member.dto';
import { AccountTarget } from '../account/account.dto';
import { type DeletedAccount, ManagedAccountChanges, MemberRole } from './account-admin.dto';

const managed = '/api/manage/@account/{account}';
const asRoot: Policy = { credentials: ['user', 'pat'], role: 'ROOT', on: 'nothing' };
const refusals = {
  ...failsWithoutRoom,
  forbidden: 'The caller does not run the deployment.',
  not_found: 'There is no such account.',
} as const;

/** Changes type, names and trial of any account. */
export const manageAccount = operation({
  name: 'accounts.account.manage',
  summary: 'Modify any account',
  http: { method: 'PATCH', path: managed, host: 'accounts', success: 204, reply: 'empty' },
  policy: asRoot,
  params: AccountTarget,
  body: ManagedAccountChanges,
  fails: { ...refusals, conflict: 'Another account has this slug.' },
  worksWithoutRoom: true,
  deadlineMs: 10_000,
});

/** The same as `accounts.account.delete`, for who runs the deployment: without a code. */
export const purgeAccount = operation({
  name: 'accounts.account.purge',
  summary: 'Delete any account with everything in it',
  http: { method: 'DELETE', path: managed, host: 'accounts', success: 204, reply: 'empty' },
  policy: asRoot,
  params: AccountTarget,
  fails: refusals,
  deadlineMs: 10_000,
});

/** Makes a user a member of any account. */
export const addManagedMember = operation({
  name: 'accounts.managed-member.add',
  summary: 'Add a user to any account',
  http: { method: 'POST', path: `${managed}/{user_id}`, host: 'accounts', success: 204, reply: 'empty' },
  policy: asRoot,
  params: AccountMemberTarget,
  body: MemberRole,
  fails: {
    ...refusals,
    not_found: 'There is no such account, or no such user.',
    conflict: 'The user is a member already.',
    quota_exceeded: 'The account has as many users as its type allows.',
  },
  deadlineMs: 10_000,
});

/** Changes the role of a member of any account. */
export const modifyManagedMember = operation({
  name: 'accounts.managed-member.modify',
  summary: 'Change the role of a user in any account',
  http: { method: 'PATCH', path: `${managed}/{user_id}`, host: 'accounts', success: 204, reply: 'empty' },
  policy: asRoot,
  params: AccountMemberTarget,
  body: MemberRole,
  fails: {
    ...refusals,
    not_found: 'There is no such account, or it has no such user.',
    conflict: 'The account would have no owner.',
  },
  worksWithoutRoom: true,
  deadlineMs: 10_000,
});

/** Removes a member of any account, with its roles on the knowledge boxes of the account. */
export const removeManagedMember = operation({
  name: 'accounts.managed-member.remove',
  summary: 'Remove a user from any account',
  http: { method: 'DELETE', path: `${managed}/{user_id}`, host: 'accounts', success: 204, reply: 'empty' },
  policy: asRoot,
  params: AccountMemberTarget,
  fails: {
    ...refusals,
    not_found: 'There is no such account, or it has no such user.',
    conflict: 'The account would have no owner.',
  },
  deadlineMs: 10_000,
});

/** Deletes what a zone holds for an account that is gone. */
export const purgeAccountInZone = task<DeletedAccount>({
  name: 'purgeAccountInZone',
  attemptsMax: 100,
  timeoutMs: 10 * 60_000,
  worksWithoutRoom: true,
});
