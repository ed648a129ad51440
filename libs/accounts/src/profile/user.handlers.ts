import { handlersOf } from '@lectern/bus';
import { getUser, getUserProfile, readUserNames } from '@lectern/contracts/accounts';
import { UserService } from './user.service';

export const UserHandlers = handlersOf(UserService)
  .answer(getUser, (users, { principal }) => users.get(principal))
  .answer(getUserProfile, (users, { principal }) => users.profile(principal))
  .answer(readUserNames, (users, { body }) => users.names(body));
