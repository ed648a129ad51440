import { handlersOf } from '@lectern/bus';
import { makeSignInLink, openSession } from '@lectern/contracts/accounts';
import { SessionService } from './session.service';
import { SignInLink } from './sign-in-link';

export const SessionHandlers = handlersOf(SessionService)
  .answer(openSession, (sessions, { body }) => sessions.open(body))
  .of(SignInLink)
  .answer(makeSignInLink, (links) => links.renew());
