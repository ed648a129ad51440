import type { RightGroup } from './interface-right.fixture';

/** The authorization server, to which users and applications prove who they are in ways of its own. */
export const authorizationServer: RightGroup = {
  who: 'anyone',
  on: 'nothing',
  credentials: 'none',
  roles: 'any',
  because: 'the authorization server knows its own clients and users',
  operations: `
    GET /.well-known/jwks.json
    GET /.well-known/oauth-authorization-server
    GET /.well-known/openid-configuration
    GET /oauth2/auth
    GET /oauth2/auth/{uid}
    POST /oauth2/token
    POST /oauth2/revoke
    POST /oauth2/register
    GET,PUT,DELETE /oauth2/register/{client_id}
    GET,POST /oauth2/userinfo
    GET /oauth2/sessions/logout
    POST /oauth2/device/auth
    GET,POST /oauth2/device
    GET /oauth2/device/{uid}
    GET,POST /api/auth/oauth/login
    GET,POST /api/auth/oauth/consent
    POST /api/auth/oauth/second_factor
    POST /api/auth/oauth/passkey
    GET /user/login
    GET /user/consent
    GET,POST /user/logout
    GET,POST /user/security
    GET /redirect`,
};
