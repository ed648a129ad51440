import { betweenHosts } from '../../core/between-hosts';
import { operation } from '../../core/operation';
import { AccountTarget } from '../account/account.dto';
import { UsageDelivery, UsageJournal, UsagePosition, UsageQuery, UsageReceipt, UsageReport } from './usage.dto';

/**
 * Sums what was done for the account, in spans of UTC: each answer has all metrics, also where nothing was done.
 * Usage is recorded where the work is done and arrives here within seconds. `from` and `to` count by the minute.
 */
export const getAccountUsage = operation({
  name: 'accounts.usage.get',
  summary: 'Get the usage of an account',
  http: { method: 'GET', path: '/api/v1/account/{account}/usage', host: 'accounts', success: 200, member: 'points' },
  policy: { credentials: ['user', 'pat'], role: ['AMEMBER', 'AOWNER'], on: 'account' },
  params: AccountTarget,
  query: UsageQuery,
  answer: UsageReport,
  fails: { invalid_request: 'The request is not valid, or asks for more than 10,000 spans.' },
  deadlineMs: 30_000,
});

/** Takes a part of the journal of a process, once: the part and its sums are stored together. */
export const recordUsage = operation({
  ...betweenHosts('accounts.usage.record', 'accounts'),
  summary: 'Record usage',
  body: UsageDelivery,
  answer: UsageReceipt,
  deadlineMs: 10_000,
});

/** Says how much of the journal of a process is recorded. */
export const findUsagePosition = operation({
  ...betweenHosts('accounts.usage.position', 'accounts'),
  summary: 'Find how much of a journal of usage is recorded',
  body: UsageJournal,
  answer: UsagePosition,
  deadlineMs: 10_000,
});

/** The file of a journal is gone. */
export const forgetUsageJournal = operation({
  ...betweenHosts('accounts.usage.forget', 'accounts'),
  summary: 'Forget a journal of usage',
  body: UsageJournal,
  deadlineMs: 10_000,
});
