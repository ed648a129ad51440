import { handlersOf } from '@lectern/bus';
import { endSession, logIn, logOut, setOwnPassword } from '@lectern/contracts/accounts';
import { LogOut } from './log-out.service';
import { LoginService } from './login.service';
import { OwnPasswords } from './own-passwords';

export const LoginHandlers = handlersOf(LoginService)
  .answer(logIn, (logins, { body, headers }) => logins.logIn(body, headers))
  .of(OwnPasswords)
  .answer(setOwnPassword, (own, { body, principal, headers }) => own.setPassword(body, principal, headers))
  .of(LogOut)
  .answer(logOut, (logOuts, { principal }) => logOuts.end(principal))
  .answer(endSession, (logOuts, { body }) => logOuts.endSession(body));
