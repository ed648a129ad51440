import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { AccountTarget } from '../account/account.dto';
import { AccountInvitationList, AccountInvitationPayload, AccountInvitationTarget } from './account-invitation.dto';

const account = '/api/v1/account/{account}';
const asOwner = { credentials: ['user', 'pat'], role: 'AOWNER', on: 'account' } as const;

/**
 * Mails a link that makes the person with this address a user of the account. It can be used once, within seven days.
 * Whoever is not a user of the deployment becomes one. Another invitation of the same address replaces the one before.
 */
export const inviteToAccount = operation({
  name: 'accounts.invitation.create',
  summary: 'Invite somebody to an account',
  http: { method: 'POST', path: `${account}/invite`, host: 'accounts', success: 200, reply: 'null' },
  policy: asOwner,
  params: AccountTarget,
  body: AccountInvitationPayload,
  fails: {
    ...failsWithoutRoom,
    conflict: 'The person is a user of the account already.',
    quota_exceeded: 'The account has as many users and invitations as its type allows, or 1,000 pending invitations.',
    invalid_request: 'The request is not valid, or mails may not link to `came_from`.',
  },
  deadlineMs: 10_000,
});

/** Returns the invitations that can still be accepted. The list is not paged. */
export const listAccountInvitations = operation({
  name: 'accounts.invitation.list',
  summary: 'List the pending invitations of an account',
  http: { method: 'GET', path: `${account}/invites`, host: 'accounts', success: 200, member: 'invites' },
  policy: asOwner,
  params: AccountTarget,
  answer: AccountInvitationList,
  deadlineMs: 10_000,
});

/** Its link cannot be used any more. */
export const cancelAccountInvitation = operation({
  name: 'accounts.invitation.cancel',
  summary: 'Cancel an invitation to an account',
  http: { method: 'DELETE', path: `${account}/invite/{email}`, host: 'accounts', success: 204, reply: 'empty' },
  policy: asOwner,
  params: AccountInvitationTarget,
  fails: { ...failsWithoutRoom, not_found: 'The account has no pending invitation of this address.' },
  deadlineMs: 10_000,
});
