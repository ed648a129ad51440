import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { AccountKnowledgeBoxTarget } from '../knowledge-box/knowledge-box.dto';
import { InvitationList, InvitationPayload, InvitationQuery, MagicAction, MagicQuery } from './invitation.dto';

const box = '/api/v1/account/{account}/kb/{kbid}';

const asOwner = { credentials: ['user', 'pat'], role: ['SOWNER', 'AOWNER'], on: 'kb', management: true } as const;

/**
 * Writes a mail with a link that gives the role to the user with this address. The link can be used once, within seven
 * days; until then the user sees nothing of the box. Another invitation of the same address replaces the one before.
 */
export const createInvitation = operation({
  name: 'kb.invitation.create',
  summary: 'Invite somebody to a knowledge box',
  http: { method: 'POST', path: `${box}/invite`, host: 'zone', success: 204, reply: 'empty' },
  policy: asOwner,
  params: AccountKnowledgeBoxTarget,
  body: InvitationPayload,
  fails: {
    ...failsWithoutRoom,
    conflict: 'The person is a user of the knowledge box already.',
    quota_exceeded: 'The knowledge box has 1,000 pending invitations.',
    invalid_request: 'The request is not valid, or mails may not link to `came_from`.',
  },
  deadlineMs: 10_000,
});

/** Returns the invitations that can still be accepted. The list is not paged. */
export const listInvitations = operation({
  name: 'kb.invitation.list',
  summary: 'List the pending invitations of a knowledge box',
  http: { method: 'GET', path: `${box}/invites`, host: 'zone', success: 200, member: 'invites' },
  policy: asOwner,
  params: AccountKnowledgeBoxTarget,
  answer: InvitationList,
  deadlineMs: 10_000,
});

/** Its link cannot be used any more. */
export const cancelInvitation = operation({
  name: 'kb.invitation.cancel',
  summary: 'Cancel an invitation to a knowledge box',
  http: { method: 'DELETE', path: `${box}/invite`, host: 'zone', success: 204, reply: 'empty' },
  policy: asOwner,
  params: AccountKnowledgeBoxTarget,
  query: InvitationQuery,
  fails: { ...failsWithoutRoom, not_found: 'The box does not exist, or has no pending invitation of this address.' },
  deadlineMs: 10_000,
});

/**
 * Gives the person of the invitation its role on the box, and makes it a member of the account. Needs no credential:
 * the link proves that the mail arrived.
 */
export const acceptInvitation = operation({
  name: 'kb.invitation.accept',
  summary: 'Accept an invitation to a knowledge box',
  http: { method: 'POST', path: '/api/auth/magic', host: 'zone', success: 200, givesWayTo: 'accounts' },
  policy: { credentials: ['none'], role: 'any', on: 'nothing' },
  query: MagicQuery,
  answer: MagicAction,
  fails: {
    ...failsWithoutRoom,
    bad_request: 'The link was used, cancelled or replaced, is older than seven days, or is of no invitation.',
    not_found: 'There is no user with the mail address of the invitation.',
    quota_exceeded: 'The knowledge box has 1,000 users.',
  },
  deadlineMs: 10_000,
});
