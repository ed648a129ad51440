import { handlersOf } from '@lectern/bus';
import { endOwnSession, listOwnSessions } from '@lectern/contracts/accounts';
import { OwnSessions } from './own-sessions.service';

export const OwnSessionHandlers = handlersOf(OwnSessions)
  .answer(listOwnSessions, (sessions, { principal }) => sessions.list(principal))
  .answer(endOwnSession, (sessions, { params, principal }) => sessions.end(params.session_id, principal));
