import { betweenHosts } from '../../core/between-hosts';
import { operation, type Policy, streamOperation } from '../../core/operation';
import { AccountTarget } from '../account/account.dto';
import { scheduledTask, task } from '../../core/task';
import { AuditEvent, AuditPage, AuditPageQuery, AuditQuery, type ReportedAct, ReportedActs } from './audit.dto';

const DEADLINE_MS = 15_000;
const EXPORT_DEADLINE_MS = 60_000;
const readsAudit: Policy = { credentials: ['user', 'pat'], role: 'AOWNER', on: 'account' };
const path = '/api/v1/account/{account}/audit';

/**
 * Returns who signed in, and who changed which right or credential of the account and its knowledge boxes, newest
 * first. Sign-ins and tokens of a person are in the log of each account that the person belongs to now. Acts in a zone
 * appear a few seconds later. Events are kept for a number of days that the deployment sets.
 */
export const listAuditEvents = operation({
  name: 'accounts.audit.list',
  summary: 'List the audit log of an account',
  http: { method: 'GET', path, host: 'accounts', success: 200 },
  policy: readsAudit,
  params: AccountTarget,
  query: AuditPageQuery,
  answer: AuditPage,
  deadlineMs: DEADLINE_MS,
});

/** Returns the audit log of an account within a time, oldest first: one JSON object per line and event. */
export const exportAuditEvents = streamOperation({
  name: 'accounts.audit.export',
  summary: 'Export the audit log of an account',
  http: { method: 'GET', path: `${path}/export`, host: 'accounts', success: 200, reply: 'ndjson' },
  policy: readsAudit,
  params: AccountTarget,
  query: AuditQuery,
  answer: AuditEvent,
  deadlineMs: EXPORT_DEADLINE_MS,
});

/** Adds acts of a zone to the audit logs of their accounts. Acts that are there already stay as they are. */
export const reportActs = operation({
  ...betweenHosts('accounts.audit.report', 'accounts'),
  summary: 'Report acts to the audit log',
  body: ReportedActs,
  // Acts that take rights away pass on a nearly full disk.
  worksWithoutRoom: true,
  deadlineMs: DEADLINE_MS,
});

/** Sends an act of a zone to the accounts host: for three days, while that is away. */
export const reportAct = task<ReportedAct>({
  name: 'reportAct',
  attemptsMax: 440,
  timeoutMs: 30_000,
  worksWithoutRoom: true,
});

/** Forgets events that are older than they are kept. */
export const removeOldAuditEvents = scheduledTask(
  'removeOldAuditEvents',
  { intervalMs: 60 * 60_000 },
  { worksWithoutRoom: true },
);
