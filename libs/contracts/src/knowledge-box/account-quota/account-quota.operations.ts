import { AccountTarget } from '../../accounts/account/account.dto';
import { operation } from '../../core/operation';
import {
  AccountLimitsStatus,
  AccountQuota,
  QuotaNotes,
  QuotaQuery,
  QuotaReturn,
  QuotaTake,
  QuotaTaken,
} from './account-quota.dto';

/** Returns the limits of an account: what the accounts host said last, also while it is away. */
export const readQuota = operation({
  name: 'kb.quota.read',
  summary: 'Read the limits of an account',
  body: QuotaQuery,
  answer: AccountQuota,
  deadlineMs: 10_000,
});

/**
 * Takes use from what the account has left in this month. Two calls at once cannot pass a limit together.
 *
 * @throws AppError `quota_exceeded` with the limit, its use and the end of the month
 */
export const takeQuota = operation({
  name: 'kb.quota.take',
  summary: 'Take use from the limits of an account',
  body: QuotaTake,
  answer: QuotaTaken,
  deadlineMs: 10_000,
});

/** Returns use that was taken and did not happen. */
export const returnQuota = operation({
  name: 'kb.quota.return',
  summary: 'Return use to an account',
  body: QuotaReturn,
  deadlineMs: 10_000,
});

/** Counts use of accounts without a limit on it, so that a limit that is set later begins with what was used before. */
export const noteQuotaUse = operation({
  name: 'kb.quota.note',
  summary: 'Count use of accounts',
  body: QuotaNotes,
  deadlineMs: 10_000,
});

/**
 * Returns each limit of the account with what it has used of it in this zone. Months are those of UTC. Use without a
 * limit is counted, too, and may appear some seconds later.
 */
export const getLimitsStatus = operation({
  name: 'kb.quota.status',
  summary: 'Get the limits of an account and their use',
  http: { method: 'GET', path: '/api/v1/account/{account}/limits/status', host: 'zone', success: 200 },
  policy: { credentials: ['user', 'pat', 'nua'], role: ['AMEMBER', 'AOWNER'], on: 'account' },
  params: AccountTarget,
  answer: AccountLimitsStatus,
  deadlineMs: 10_000,
});
