import { AccountTarget } from '../../accounts/account/account.dto';
import { type Failures, failsWithoutRoom } from '../../core/failures';
import { operation, type Policy } from '../../core/operation';
import { AssumeRoleFinish, AssumeRoleStart, AssumeRoleState, ForgottenRole } from './assumed-role.dto';

const DEADLINE_MS = 30_000;

const owns: Policy = { credentials: ['nua', 'user', 'pat'], role: 'AOWNER', on: 'account' };
const path = '/api/v1/account/{account}/assume_role/bedrock';
const unstarted: Failures = { not_found: 'The process was not started for this account.' };
const common = { policy: owns, params: AccountTarget, deadlineMs: DEADLINE_MS };

/**
 * Says what a role of your cloud account must trust so that Lectern may call Bedrock with it. Repeated, it says the
 * same. Refused (412) while who runs the deployment has not named a cloud account.
 */
export const startAssumeRole = operation({
  ...common,
  name: 'understanding.assumed-role.start',
  summary: 'Start to use the role of a cloud account',
  http: { path, host: 'zone', method: 'GET', success: 200 },
  answer: AssumeRoleStart,
  fails: { ...failsWithoutRoom, precondition_failed: 'The deployment has no cloud account of its own.' },
});

/** Stores which role is assumed. Whether it can be, validation says. */
export const finishAssumeRole = operation({
  ...common,
  name: 'understanding.assumed-role.finish',
  summary: 'Name the role of a cloud account that is used',
  http: { path, host: 'zone', method: 'POST', success: 200 },
  body: AssumeRoleFinish,
  answer: AssumeRoleState,
  fails: { ...failsWithoutRoom, ...unstarted },
});

/** Assumes the role, now. */
export const validateAssumeRole = operation({
  ...common,
  name: 'understanding.assumed-role.validate',
  summary: 'Check that the role of a cloud account can be used',
  http: { path: `${path}/validate`, host: 'zone', method: 'GET', success: 200 },
  answer: AssumeRoleState,
  fails: {
    ...unstarted,
    precondition_failed: 'No role was named yet, or the deployment no longer has a cloud account.',
    bad_request: 'The cloud refuses the role; `detail.message` says why.',
    provider_failed: 'The cloud could not be asked.',
  },
});

/** Forgets the role. Safe to repeat. */
export const deleteAssumeRole = operation({
  ...common,
  name: 'understanding.assumed-role.delete',
  summary: 'Stop using the role of a cloud account',
  http: { path, host: 'zone', method: 'DELETE', success: 200, member: 'nothing' },
  answer: ForgottenRole,
  fails: failsWithoutRoom,
});
