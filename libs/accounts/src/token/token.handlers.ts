import { handlersOf } from '@lectern/bus';
import {
  createPersonalToken,
  deletePersonalToken,
  listPersonalTokens,
  resolveUser,
  verifyUserCredential,
} from '@lectern/contracts/accounts';
import { CredentialService } from './credential.service';
import { PersonalTokenService } from './personal-token.service';

export const TokenHandlers = handlersOf(PersonalTokenService)
  .answer(createPersonalToken, (tokens, { body, principal }) => tokens.create(body, principal))
  .answer(listPersonalTokens, (tokens, { principal }) => tokens.list(principal))
  .answer(deletePersonalToken, (tokens, { params, principal }) => tokens.delete(params.token_id, principal))
  .of(CredentialService)
  .answer(verifyUserCredential, (credentials, { body }) => credentials.verify(body))
  .answer(resolveUser, (credentials, { body }) => credentials.resolve(body));
