import { operation } from '../../core/operation';
import { ClientParams, ClientRegistration, RegisteredClient } from './oauth-client.dto';
import { OAUTH_DEADLINE_MS, oauthJson, openToAll } from '../oauth/oauth.operations';
import { OauthAnswer, OauthHeaders } from '../oauth/oauth.dto';

const BODY_SIZE_BYTES_MAX = 65_536;
const body = { ...oauthJson, bodySizeBytesMax: BODY_SIZE_BYTES_MAX, writes: RegisteredClient } as const;
const one = { params: ClientParams, headers: OauthHeaders, policy: openToAll, deadlineMs: OAUTH_DEADLINE_MS } as const;

/** Registers an application, such as an MCP client (RFC 7591). Applications that nobody uses are forgotten. */
export const registerClient = operation({
  name: 'accounts.oauth-client.create',
  summary: 'Register an application',
  http: { ...body, method: 'POST', path: '/oauth2/register', success: 201, tellsNetwork: true },
  policy: openToAll,
  headers: OauthHeaders,
  body: ClientRegistration,
  answer: OauthAnswer,
  fails: { rate_limited: 'Too many applications were registered from this network.' },
  deadlineMs: OAUTH_DEADLINE_MS,
});

/** Returns the registration of an application, with its registration access token (RFC 7592). */
export const readClient = operation({
  ...one,
  name: 'accounts.oauth-client.get',
  summary: 'Get a registered application',
  http: { ...body, method: 'GET', path: '/oauth2/register/{client_id}', success: 200 },
  answer: OauthAnswer,
});

/** Replaces the registration of an application, with its registration access token (RFC 7592). */
export const updateClient = operation({
  ...one,
  name: 'accounts.oauth-client.update',
  summary: 'Update a registered application',
  http: { ...body, method: 'PUT', path: '/oauth2/register/{client_id}', success: 200 },
  body: ClientRegistration,
  answer: OauthAnswer,
});

/**
 * Removes the registration of an application, with its registration access token (RFC 7592). All that users gave it
 * ends.
 */
export const deleteClient = operation({
  ...one,
  name: 'accounts.oauth-client.delete',
  summary: 'Delete a registered application',
  http: { ...oauthJson, method: 'DELETE', path: '/oauth2/register/{client_id}', success: 204 },
  answer: OauthAnswer,
});
