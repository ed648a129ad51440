import { AppError } from '../../core/errors';
import { tooLong } from '../../validation/members.fixture';
import { faults, received, routesOf, text } from '../../validation/requests.fixture';
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
  getUserInfo,
  logout,
  revokeToken,
  showDevicePage,
  showSignOutPage,
  showTokenPage,
} from './oauth.operations';
import { browserStep, oauthRefusal, tokenPage } from './oauth.pages';

const page = { formToken: 't' };

describe('the authorization server', () => {
  it('is at the paths of the interface, for anyone', () => {
    const operations = [
      authorize,
      continueAuthorization,
      exchangeToken,
      revokeToken,
      getJwks,
      getOpenIdConfiguration,
      getUserInfo,
      getAuthorizationServerMetadata,
      logout,
      showSignOutPage,
      confirmLogout,
      authorizeDevice,
      showDevicePage,
      decideOnDevice,
      continueDevice,
      showTokenPage,
    ];
    expect(routesOf(...operations)).toMatchInlineSnapshot(`
{
  "GET /.well-known/jwks.json": "200 json; any of nothing; none",
  "GET /.well-known/oauth-authorization-server": "200 json; any of nothing; none",
  "GET /.well-known/openid-configuration": "200 json; any of nothing; none",
  "GET /oauth2/auth": "200 html; any of nothing; none",
  "GET /oauth2/auth/{uid}": "200 html; any of nothing; none",
  "GET /oauth2/device": "200 html; any of nothing; none",
  "GET /oauth2/device/{uid}": "200 html; any of nothing; none",
  "GET /oauth2/sessions/logout": "200 html; any of nothing; none",
  "GET /oauth2/userinfo": "200 json; any of nothing; none",
  "GET /redirect": "200 html; any of nothing; none",
  "GET /user/logout": "200 html; any of nothing; none",
  "POST /oauth2/device": "200 html; any of nothing; none",
  "POST /oauth2/device/auth": "200 json; any of nothing; none",
  "POST /oauth2/revoke": "200 json; any of nothing; none",
  "POST /oauth2/token": "200 json; any of nothing; none",
  "POST /oauth2/userinfo": "200 json; any of nothing; none",
  "POST /user/logout": "200 html; any of nothing; none",
}
`);
  });

  it('takes the parameters of OAuth, of bounded length, and ignores others', () => {
    const query = { client_id: 'console', scope: 'openid', unknown: '1' };
    expect(received(authorize, { query }).query).toEqual({ client_id: 'console', scope: 'openid' });
    expect(faults(authorize, { query: { state: text(8_193) } })).toEqual([`query.state: ${tooLong(8_192)}`]);
    expect(faults(authorize, { query: { response_mode: 'form_post' } })).toHaveLength(1);
    expect(faults(exchangeToken, { body: { code: text(8_193) } })).toEqual([`body.code: ${tooLong(8_192)}`]);
  });

  it('refuses in the envelope of OAuth', () => {
    const refusal = (code: 'invalid_request' | 'rate_limited' | 'unavailable') =>
      oauthRefusal(new AppError(code, 'Why'));
    expect(refusal('invalid_request')).toEqual({
      status: 400,
      body: { error: 'invalid_request', error_description: 'Why' },
    });
    expect(refusal('rate_limited')).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
    expect(refusal('unavailable')).toMatchObject({ status: 503, body: { error: 'server_error' } });
  });

  it('leads browsers to the web by redirects, and to programs by a link', () => {
    const lead = (location: string) => browserStep({ location }, page);
    for (const location of ['/user/login?a=1', 'https://app.example/cb', 'http://127.0.0.1:18765/callback'])
      expect(lead(location)).toEqual({ redirect: location });
    for (const location of ['com.example.app:/cb?code=1&a=2', 'http://intranet/cb'])
      expect(String(lead(location).body)).toContain(`href="${location.replace('&', '&amp;')}"`);
    expect(lead('http://127.0.0.1.evil.example/').redirect).toBeUndefined();
  });

  it('shows a token only, and sends none anywhere', () => {
    expect(faults(showTokenPage, { query: { display: 'token' } })).toEqual([]);
    expect(faults(showTokenPage, { query: { redirect: 'https://evil.example' } })).toHaveLength(1);
    expect(String(tokenPage({ token: 'a.b.c', expires: 'soon' }, page).body)).toContain('>a.b.c</textarea');
    expect(tokenPage({ location: '/oauth2/auth' }, page)).toEqual({ redirect: '/oauth2/auth' });
  });
});
