import { accountsKeys } from './sealed-keys/sealed-keys.operations';
import type { AnyOperation } from '../core/operation';
import { listAccessChanges } from './access-change/access-change.operations';
import {
  addManagedMember,
  manageAccount,
  modifyManagedMember,
  purgeAccount,
  removeManagedMember,
} from './account-admin/account-admin.operations';
import {
  cancelAccountInvitation,
  inviteToAccount,
  listAccountInvitations,
} from './account-invitation/account-invitation.operations';
import { getAccountLogo, putAccountLogo } from './account-logo/account-logo.operations';
import {
  getAccountMember,
  listAccountMembers,
  searchAccountMembers,
  updateAccountMembers,
} from './account-member/account-member.operations';
import {
  createAccount,
  deleteAccount,
  getAccountPermissions,
  getAccountSlugStatus,
  listAccountTypes,
  modifyAccount,
} from './account-settings/account-settings.operations';
import {
  getAccount,
  joinAccount,
  listAccounts,
  listAllAccounts,
  listKnowledgeBoxIndex,
  resolveAccount,
  setAccountBlocking,
} from './account/account.operations';
import { exportAuditEvents, listAuditEvents, reportActs } from './audit/audit.operations';
import {
  getConsentChallenge,
  getLoginChallenge,
  showConsentPage,
  showLoginPage,
  submitConsent,
  submitLogin,
} from './challenge/challenge.operations';
import { verifyUserCredential } from './credential/credential.operations';
import { readClient, registerClient, updateClient } from './oauth-client/oauth-client.operations';
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
import { endOwnSession, listOwnSessions } from './own-session/own-session.operations';
import { sendEmailCode } from './email-code/email-code.operations';
import { followMagicLink } from './magic-link/magic-link.operations';
import { readSignUp, signUp, startSignUp } from './sign-up/sign-up.operations';
import { consumeAssertion, exchangeSignInToken, getSamlMetadata, inquireSaml, startSaml } from './saml/saml.operations';
import { openSession } from './session/session.operations';
import { showReturnPage } from './sign-in-return/sign-in-return.operations';
import {
  completeProviderSignIn,
  listSignInProviders,
  startProviderSignIn,
} from './sign-in-provider/sign-in-provider.operations';
import {
  answerOnboarding,
  deleteUser,
  getUser,
  getUserProfile,
  readUserNames,
  resolveUser,
  updateUser,
} from './user/user.operations';
import { findUsagePosition, forgetUsageJournal, getAccountUsage, recordUsage } from './usage/usage.operations';
import {
  announceZone,
  indexRemoteZone,
  listAccountZones,
  listZones,
  purgeInRemoteZone,
  removeMembersInRemoteZone,
} from './zone/zone.operations';

/** Every operation that the accounts service handles, for clients, gateways and zones. */
export const accountsOperations: readonly AnyOperation[] = [
  accountsKeys.count,
  accountsKeys.reseal,
  resolveAccount,
  verifyUserCredential,
  listAccessChanges,
  getAccount,
  joinAccount,
  listAccounts,
  listAllAccounts,
  listKnowledgeBoxIndex,
  setAccountBlocking,
  exportAuditEvents,
  listAuditEvents,
  reportActs,
  createAccount,
  modifyAccount,
  deleteAccount,
  getAccountSlugStatus,
  getAccountPermissions,
  listAccountTypes,
  putAccountLogo,
  getAccountLogo,
  inviteToAccount,
  listAccountInvitations,
  cancelAccountInvitation,
  listAccountMembers,
  searchAccountMembers,
  getAccountMember,
  updateAccountMembers,
  manageAccount,
  purgeAccount,
  addManagedMember,
  modifyManagedMember,
  removeManagedMember,
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
  inquireSaml,
  startSaml,
  consumeAssertion,
  getSamlMetadata,
  exchangeSignInToken,
  openSession,
  listSignInProviders,
  startProviderSignIn,
  completeProviderSignIn,
  showReturnPage,
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
  listOwnSessions,
  endOwnSession,
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
  getAccountUsage,
  recordUsage,
  findUsagePosition,
  forgetUsageJournal,
  announceZone,
  listAccountZones,
  listZones,
];

/** Operations that gateways handle themselves: the way to remote zones. */
export const gatewayOperations: readonly AnyOperation[] = [
  indexRemoteZone,
  purgeInRemoteZone,
  removeMembersInRemoteZone,
];
