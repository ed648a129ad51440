import { handlersOf } from '@lectern/bus';
import { logIn, logOut, setOwnPassword } from '@lectern/contracts/accounts';
import { LogOut } from './log-out.service';
import { LoginService } from './login.service';

export const LoginHandlers = handlersOf(LoginService)
  .answer(logIn, (logins, { body, headers }) => logins.logIn(body, headers))
  .answer(setOwnPassword, (logins, { body, principal, headers }) => logins.setPassword(body, principal, headers))
  .of(LogOut)
  .answer(logOut, (logOuts, { principal }) => logOuts.end(principal));
