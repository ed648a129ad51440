import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { OwnSessionList, OwnSessionTarget } from './own-session.dto';

const ofItself = { credentials: ['user', 'pat'], role: 'any', on: 'self' } as const;

/** Returns the browsers and applications that are signed in as the user. Personal access tokens have their own list. */
export const listOwnSessions = operation({
  name: 'accounts.own-session.list',
  summary: 'List the sessions of the authenticated user',
  http: { method: 'GET', path: '/api/v1/user/sessions', host: 'accounts', success: 200, member: 'sessions' },
  policy: ofItself,
  answer: OwnSessionList,
  deadlineMs: 10_000,
});

/** Its tokens are refused from now on; zones on other hosts may accept them for some seconds more. */
export const endOwnSession = operation({
  name: 'accounts.own-session.end',
  summary: 'End a session of the authenticated user',
  http: { method: 'DELETE', path: '/api/v1/user/session/{session_id}', host: 'accounts', success: 204, reply: 'empty' },
  policy: ofItself,
  params: OwnSessionTarget,
  fails: { ...failsWithoutRoom, not_found: 'The user has no such session.' },
  deadlineMs: 10_000,
});
