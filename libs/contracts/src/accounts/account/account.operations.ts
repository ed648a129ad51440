import { betweenHosts } from '../../core/between-hosts';
import { failsWithoutRoom } from '../../core/failures';
import { operation, type Policy } from '../../core/operation';
import {
  AccountKnowledgeBoxes,
  AccountList,
  AccountRecord,
  AccountReference,
  AccountTarget,
  BlockingStatus,
  JoinedAccount,
  ManagedAccountList,
  NewMember,
  ResolvedAccount,
} from './account.dto';

/** Looks an account up by its id first, then by its slug. @throws AppError `not_found` */
export const resolveAccount = operation({
  ...betweenHosts('accounts.account.resolve', 'accounts'),
  summary: 'Find an account by id or slug',
  body: AccountReference,
  answer: ResolvedAccount,
  deadlineMs: 10_000,
});

/**
 * Makes a user a member of an account, unless it is one: a user of a knowledge box belongs to its account.
 *
 * @throws AppError `not_found` without such a user or account
 */
export const joinAccount = operation({
  ...betweenHosts('accounts.member.join', 'accounts'),
  summary: 'Make a user a member of an account',
  body: NewMember,
  answer: JoinedAccount,
  deadlineMs: 10_000,
});

const asMember = { credentials: ['user', 'pat'], role: ['AMEMBER', 'AOWNER'], on: 'account' } as const;

/** Lists every account that the user is a member of, ordered by slug. The list is not paged. */
export const listAccounts = operation({
  name: 'accounts.account.list',
  summary: 'List the accounts of the authenticated user',
  http: {
    method: 'GET',
    path: '/api/v1/accounts',
    host: 'accounts',
    success: 200,
    member: 'accounts',
  },
  policy: { credentials: ['user', 'pat'], role: 'any', on: 'self' },
  answer: AccountList,
  deadlineMs: 10_000,
});

/**
 * Returns the plan, the limits and the present counts of the account. Knowledge boxes are counted in every zone; a
 * remote zone that does not answer is left out.
 */
export const getAccount = operation({
  name: 'accounts.account.get',
  summary: 'Get an account',
  http: { method: 'GET', path: '/api/v1/account/{account}', host: 'accounts', success: 200 },
  policy: asMember,
  params: AccountTarget,
  answer: AccountRecord,
  fails: { forbidden: 'The caller is not a member of the account.' },
  deadlineMs: 10_000,
});

/** Returns the id, mode and zone of every knowledge box and agent. A remote zone that does not answer is left out. */
export const listKnowledgeBoxIndex = operation({
  name: 'accounts.knowledge-box.list',
  summary: 'List the knowledge boxes of an account over all zones',
  http: {
    method: 'GET',
    path: '/api/v1/account/{account}/index/kbs',
    host: 'accounts',
    success: 200,
    member: 'boxes',
  },
  policy: asMember,
  params: AccountTarget,
  answer: AccountKnowledgeBoxes,
  deadlineMs: 10_000,
});

const managesAccounts: Policy = { credentials: ['user', 'pat'], role: 'ROOT', on: 'nothing' };

/** Lists the accounts of the deployment, ordered by slug, for users who run it. The list is not paged. */
export const listAllAccounts = operation({
  name: 'accounts.account.list-all',
  summary: 'List all accounts',
  http: { method: 'GET', path: '/api/manage/@accounts', host: 'accounts', success: 200, member: 'accounts' },
  policy: managesAccounts,
  answer: ManagedAccountList,
  fails: { forbidden: 'The caller does not run the deployment.' },
  deadlineMs: 10_000,
});

/**
 * Blocks features for an account in all zones, or ends all blocks. Within 5 seconds, requests in a blocked feature get
 * 402. Content that arrives while `processing` is blocked is stored, and processed when the block ends. Reading and
 * deleting stay possible.
 */
export const setAccountBlocking = operation({
  name: 'accounts.account.set-blocking',
  summary: 'Block or unblock an account',
  http: {
    method: 'PATCH',
    path: '/api/manage/@account/{account}/blocking_status',
    host: 'accounts',
    success: 204,
    reply: 'empty',
  },
  policy: managesAccounts,
  params: AccountTarget,
  body: BlockingStatus,
  fails: {
    ...failsWithoutRoom,
    forbidden: 'The caller does not run the deployment.',
    not_found: 'There is no such account.',
  },
  worksWithoutRoom: true,
  deadlineMs: 10_000,
});
