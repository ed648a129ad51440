import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { AccountKnowledgeBoxTarget } from '../knowledge-box/knowledge-box.dto';
import { KnowledgeBoxUserChanges, KnowledgeBoxUserList, KnowledgeBoxUserQuery } from './knowledge-box-user.dto';

const path = '/api/v1/account/{account}/kb/{kbid}/users';

const asOwner = {
  credentials: ['user', 'pat'],
  role: ['SOWNER', 'AOWNER'],
  on: 'kb',
  management: true,
} as const;

/**
 * Returns users who were granted a role on the box itself; owners of the account are not listed for that alone. The
 * list is not paged.
 */
export const listKnowledgeBoxUsers = operation({
  name: 'kb.user.list',
  summary: 'List the users of a knowledge box',
  http: {
    method: 'GET',
    path,
    host: 'zone',
    success: 200,
    member: 'users',
  },
  policy: asOwner,
  params: AccountKnowledgeBoxTarget,
  query: KnowledgeBoxUserQuery,
  answer: KnowledgeBoxUserList,
  deadlineMs: 10_000,
});

/**
 * All changes are made together or none. They take effect at once; other processes may apply earlier roles for up to 5
 * seconds. A box has at most 1,000 users.
 */
export const updateKnowledgeBoxUsers = operation({
  name: 'kb.user.update',
  summary: 'Add, change and remove users of a knowledge box',
  http: { method: 'PATCH', path, host: 'zone', success: 204, reply: 'empty' },
  policy: asOwner,
  params: AccountKnowledgeBoxTarget,
  body: KnowledgeBoxUserChanges,
  fails: {
    ...failsWithoutRoom,
    not_found: 'The knowledge box or a user in `add` does not exist, or somebody in `update` is no user of the box.',
    conflict: 'The last owner of the box would be removed, or get another role.',
    quota_exceeded: 'The knowledge box would have more than 1,000 users.',
  },
  worksWithoutRoom: true,
  deadlineMs: 10_000,
});
