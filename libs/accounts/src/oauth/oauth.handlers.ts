import { handlersOf } from '@lectern/bus';
import {
  authorize,
  authorizeDevice,
  confirmLogout,
  continueAuthorization,
  continueDevice,
  decideOnDevice,
  deleteClient,
  exchangeToken,
  getAuthorizationServerMetadata,
  getConsentChallenge,
  getJwks,
  getLoginChallenge,
  getOpenIdConfiguration,
  getUserInfo,
  logout,
  readClient,
  registerClient,
  revokeToken,
  showConsentPage,
  showDevicePage,
  showLoginPage,
  showSignOutPage,
  showTokenPage,
  submitConsent,
  submitLogin,
  signInWithPasskey,
  submitPasskey,
  submitSecondFactor,
  updateClient,
} from '@lectern/contracts/accounts';
import { Authorizations } from './authorizations';
import { ConsentChallenges } from './consent-challenges';
import { Devices } from './devices';
import { LoginChallenges } from './login-challenges';
import { LoginPages } from './login-pages';
import { PasskeyLogins } from './passkey-logins';
import { SignOut } from './sign-out';
import { TokenEndpoint } from './token-endpoint';
import { TokenPages } from './token-page';

export const OauthHandlers = handlersOf(Authorizations)
  .answer(authorize, (authorizations, { query, headers }) => authorizations.begin(query, headers))
  .answer(continueAuthorization, (authorizations, { params, query, headers }) =>
    authorizations.resume({ ...params, ...query }, headers),
  )
  .of(TokenEndpoint)
  .answer(exchangeToken, (endpoint, { body, headers }) => endpoint.token(body, headers))
  .answer(revokeToken, (endpoint, { body, headers }) => endpoint.revoke(body, headers))
  .answer(authorizeDevice, (endpoint, { body, headers }) => endpoint.device(body, headers))
  .answer(getJwks, (endpoint, { headers }) => endpoint.jwks(headers))
  .answer(getOpenIdConfiguration, (endpoint, { headers }) => endpoint.metadata(headers))
  .answer(getAuthorizationServerMetadata, (endpoint, { headers }) => endpoint.metadata(headers))
  .answer(registerClient, (endpoint, { body, headers }) => endpoint.register(body, headers))
  .answer(readClient, (endpoint, { params, headers }) => endpoint.readClient(params.client_id, headers))
  .answer(updateClient, (endpoint, { params, body, headers }) => endpoint.updateClient(params.client_id, body, headers))
  .answer(deleteClient, (endpoint, { params, headers }) => endpoint.deleteClient(params.client_id, headers))
  .answer(getUserInfo, (endpoint, { headers }) => endpoint.userInfo(headers))
  .of(SignOut)
  .answer(logout, (signOut, { query, headers }) => signOut.begin(query, headers))
  .answer(showSignOutPage, (signOut, { query }) => signOut.show(query))
  .answer(confirmLogout, (signOut, { body, headers }) => signOut.decide(body, headers))
  .of(Devices)
  .answer(showDevicePage, (devices, { query, headers }) => devices.show(query, headers))
  .answer(decideOnDevice, (devices, { body, headers }) => devices.decide(body, headers))
  .answer(continueDevice, (devices, { params, query, headers }) => devices.resume({ ...params, ...query }, headers))
  .of(TokenPages)
  .answer(showTokenPage, (pages, { query, headers }) => pages.show(query, headers))
  .of(LoginChallenges)
  .answer(submitLogin, (challenges, { body, headers }) => challenges.submitLogin(body, headers))
  .answer(submitSecondFactor, (challenges, { body, headers }) => challenges.submitSecondFactor(body, headers))
  .of(LoginPages)
  .answer(getLoginChallenge, (pages, { query, headers }) => pages.info(query, headers))
  .answer(showLoginPage, (pages, { query, headers }) => pages.page(query, headers))
  .of(PasskeyLogins)
  .answer(signInWithPasskey, (logins, { body, headers }) => logins.logIn(body, headers))
  .answer(submitPasskey, (logins, { body, headers }) => logins.submit(body, headers))
  .of(ConsentChallenges)
  .answer(getConsentChallenge, (challenges, { query, headers }) => challenges.consent(query, headers))
  .answer(submitConsent, (challenges, { body, headers }) => challenges.submitConsent(body, headers))
  .answer(showConsentPage, (challenges, { query, headers }) => challenges.consentPage(query, headers));
