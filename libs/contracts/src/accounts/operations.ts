import type { AnyOperation } from '../core/operation';
import { listAccessChanges } from './access-change/access-change.operations';
import {
  getAccount,
  joinAccount,
  listAccounts,
  listAllAccounts,
  listKnowledgeBoxIndex,
  resolveAccount,
  setAccountBlocking,
} from './account/account.operations';
import { verifyUserCredential } from './credential/credential.operations';
import {
  createPersonalToken,
  deletePersonalToken,
  listPersonalTokens,
} from './personal-token/personal-token.operations';
import { consumeAssertion, exchangeSignInToken, getSamlMetadata, inquireSaml, startSaml } from './saml/saml.operations';
import { openSession } from './session/session.operations';
import {
  completeProviderSignIn,
  listSignInProviders,
  startProviderSignIn,
} from './sign-in-provider/sign-in-provider.operations';
import { getUser, getUserProfile, readUserNames, resolveUser } from './user/user.operations';
import { announceZone, indexRemoteZone, listAccountZones, listZones } from './zone/zone.operations';

/** Every operation that the accounts service handles, for clients, gateways and zones. */
export const accountsOperations: readonly AnyOperation[] = [
  resolveAccount,
  verifyUserCredential,
  listAccessChanges,
  getAccount,
  joinAccount,
  listAccounts,
  listAllAccounts,
  listKnowledgeBoxIndex,
  setAccountBlocking,
  createPersonalToken,
  deletePersonalToken,
  listPersonalTokens,
  inquireSaml,
  startSaml,
  consumeAssertion,
  getSamlMetadata,
  exchangeSignInToken,
  openSession,
  listSignInProviders,
  startProviderSignIn,
  completeProviderSignIn,
  getUser,
  getUserProfile,
  readUserNames,
  resolveUser,
  announceZone,
  listAccountZones,
  listZones,
];

/** Operations that gateways handle themselves: the way to remote zones. */
export const gatewayOperations: readonly AnyOperation[] = [indexRemoteZone];
