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
import {
  getConsentChallenge,
  getLoginChallenge,
  showConsentPage,
  showLoginPage,
  submitConsent,
  submitLogin,
} from './challenge/challenge.operations';
import { verifyUserCredential } from './credential/credential.operations';
import { readClient, registerClient, updateClient } from './oauth/client.operations';
import {
  authorize,
  authorizeDevice,
  confirmLogout,
  continueAuthorization,
  continueDevice,
  decideOnDevice,
  exchangeToken,
  getAuthorizationServerMetadata,
  getJwks,
  getOpenIdConfiguration,
  logout,
  revokeToken,
  showDevicePage,
  showSignOutPage,
  showTokenPage,
} from './oauth/oauth.operations';
import {
  createPersonalToken,
  deletePersonalToken,
  listPersonalTokens,
} from './personal-token/personal-token.operations';
import {
  logIn,
  logOut,
  recoverPassword,
  resetPassword,
  setOwnPassword,
  setUpUser,
} from './password/password.operations';
import {
  sendLinkPage,
  sendRecoveryPage,
  sendResetPage,
  sendSetUpPage,
  sendSignUpPage,
  showLinkPage,
  showRecoveryPage,
  showResetPage,
  showSetUpPage,
  showSignUpPage,
} from './people-page/people-page.operations';
import { sendEmailCode } from './email-code/email-code.operations';
import { followMagicLink } from './magic-link/magic-link.operations';
import { readSignUp, signUp, startSignUp } from './sign-up/sign-up.operations';
import { openSession } from './session/session.operations';
import {
  answerOnboarding,
  deleteUser,
  getUser,
  getUserProfile,
  readUserNames,
  resolveUser,
  updateUser,
} from './user/user.operations';
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
  getConsentChallenge,
  getLoginChallenge,
  showConsentPage,
  showLoginPage,
  submitConsent,
  submitLogin,
  authorize,
  authorizeDevice,
  confirmLogout,
  continueAuthorization,
  continueDevice,
  decideOnDevice,
  exchangeToken,
  getAuthorizationServerMetadata,
  getJwks,
  getOpenIdConfiguration,
  logout,
  readClient,
  registerClient,
  revokeToken,
  showDevicePage,
  showSignOutPage,
  showTokenPage,
  updateClient,
  createPersonalToken,
  deletePersonalToken,
  listPersonalTokens,
  openSession,
  readSignUp,
  signUp,
  startSignUp,
  followMagicLink,
  recoverPassword,
  resetPassword,
  setUpUser,
  logIn,
  logOut,
  setOwnPassword,
  sendEmailCode,
  showSignUpPage,
  sendSignUpPage,
  showRecoveryPage,
  sendRecoveryPage,
  showResetPage,
  sendResetPage,
  showSetUpPage,
  sendSetUpPage,
  showLinkPage,
  sendLinkPage,
  answerOnboarding,
  deleteUser,
  getUser,
  getUserProfile,
  readUserNames,
  resolveUser,
  updateUser,
  announceZone,
  listAccountZones,
  listZones,
];

/** Operations that gateways handle themselves: the way to remote zones. */
export const gatewayOperations: readonly AnyOperation[] = [indexRemoteZone];
