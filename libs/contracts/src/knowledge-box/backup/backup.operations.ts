import { AccountTarget } from '../../accounts/account/account.dto';
import { failsWithoutRoom } from '../../core/failures';
import { operation, type Policy } from '../../core/operation';
import { task } from '../../core/task';
import { CreatedId } from '../knowledge-box/knowledge-box.dto';
import { WRITE_DEADLINE_MS } from '../policies';
import { BackupCreated, BackupList, BackupTarget, CreateBackupPayload, RestoreBackupPayload } from './backup.dto';

const collection = '/api/v1/account/{account}/backups';
const item = '/api/v1/account/{account}/backup/{backup_id}';

/** Members need the role SOWNER on the box, which only the service can look up: the path does not name it. */
const managed: Policy = {
  credentials: ['nua', 'user', 'pat'],
  nuaKeyNeeds: 'kb-management',
  role: ['AOWNER', 'AMEMBER'],
  on: 'account',
};

/** Returns backups newest first: owners of the account see all, members those of boxes that they own. */
export const listBackups = operation({
  name: 'kb.backup.list',
  summary: 'List the backups of an account',
  http: { method: 'GET', path: collection, host: 'zone', success: 200, member: 'backups' },
  policy: managed,
  params: AccountTarget,
  answer: BackupList,
  deadlineMs: 10_000,
});

/**
 * A background task writes all of the box, as it is at one moment. The backup stays when the box is deleted. An account
 * has at most 1,000 backups. Needs the role SOWNER on the box or AOWNER in the account.
 */
export const createBackup = operation({
  name: 'kb.backup.create',
  summary: 'Back up a knowledge box',
  http: { method: 'POST', path: collection, host: 'zone', success: 201 },
  policy: managed,
  params: AccountTarget,
  body: CreateBackupPayload,
  answer: BackupCreated,
  fails: {
    ...failsWithoutRoom,
    not_found: 'The account has no such knowledge box.',
    quota_exceeded: 'The account has 1,000 backups.',
    rate_limited: 'Too many requests, or the box has 4 exports or backups that are not finished.',
  },
  deadlineMs: WRITE_DEADLINE_MS,
});

/** The backup is gone at once; its file is removed when no restore needs it. */
export const deleteBackup = operation({
  name: 'kb.backup.delete',
  summary: 'Delete a backup',
  http: { method: 'DELETE', path: item, host: 'zone', success: 204, reply: 'empty' },
  policy: managed,
  params: BackupTarget,
  fails: { ...failsWithoutRoom, not_found: 'The account has no such backup.' },
  deadlineMs: WRITE_DEADLINE_MS,
});

/**
 * Makes a new knowledge box with the content and the settings of the backup; a background task fills it. A user who
 * restores a backup owns the new box. It is `PRIVATE`, regardless of the state of the original box.
 */
export const restoreBackup = operation({
  name: 'kb.backup.restore',
  feature: 'upload',
  summary: 'Make a new knowledge box of a backup',
  http: { method: 'POST', path: `${item}/restore`, host: 'zone', success: 201 },
  policy: managed,
  params: BackupTarget,
  body: RestoreBackupPayload,
  answer: CreatedId,
  fails: {
    ...failsWithoutRoom,
    bad_request: 'The backup has vectors of a model that this deployment does not have.',
    not_found: 'The account has no such backup.',
    conflict: 'The account has a knowledge box with this slug, or the backup is not complete.',
    quota_exceeded: 'The account has 5,000 knowledge boxes.',
    rate_limited: 'Too many requests, or 4 knowledge boxes of the account are being made of backups.',
  },
  deadlineMs: WRITE_DEADLINE_MS,
});

/** Removes the file of a deleted backup, when no restore needs it. */
export const purgeBackup = task<{ readonly blobKey: string }>({
  name: 'purgeBackup',
  attemptsMax: 25,
  timeoutMs: 10 * 60_000,
  worksWithoutRoom: true,
});
