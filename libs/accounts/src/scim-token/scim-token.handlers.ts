import { handlersOf } from '@lectern/bus';
import { createScimToken, deleteScimToken, listScimTokens, verifyScimToken } from '@lectern/contracts/accounts';
import { ScimTokens } from './scim-token.service';

export const ScimTokenHandlers = handlersOf(ScimTokens)
  .answer(createScimToken, (tokens, { params, body, principal }) => tokens.create(params.account, body, principal))
  .answer(listScimTokens, (tokens, { params }) => tokens.list(params.account))
  .answer(deleteScimToken, (tokens, { params, principal }) => tokens.delete(params, principal))
  .answer(verifyScimToken, (tokens, { body }) => tokens.verify(body));
