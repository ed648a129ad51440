import { handlersOf } from '@lectern/bus';
import {
  answerOnboarding,
  deleteUser,
  getUser,
  getUserProfile,
  readUserNames,
  updateUser,
} from '@lectern/contracts/accounts';
import { UserChangesService } from './user-changes.service';
import { UserDeletion } from './user-deletion.service';
import { UserService } from './user.service';

export const UserHandlers = handlersOf(UserService)
  .answer(getUser, (users, { principal }) => users.get(principal))
  .answer(getUserProfile, (users, { principal }) => users.profile(principal))
  .answer(readUserNames, (users, { body }) => users.names(body))
  .of(UserChangesService)
  .answer(updateUser, (changes, { body, principal }) => changes.apply(body, principal))
  .answer(answerOnboarding, (changes, { body, principal }) => changes.answerInquiry(body, principal))
  .of(UserDeletion)
  .answer(deleteUser, (deletion, { principal }) => deletion.delete(principal));
