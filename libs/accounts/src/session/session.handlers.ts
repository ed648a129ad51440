import { handlersOf } from '@lectern/bus';
import { openSession } from '@lectern/contracts/accounts';
import { SessionService } from './session.service';

export const SessionHandlers = handlersOf(SessionService).answer(openSession, (sessions, { body }) =>
  sessions.open(body),
);
