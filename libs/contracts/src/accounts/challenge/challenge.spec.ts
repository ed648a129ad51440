import { membersOf } from '../../validation/answers.fixture';
import { required, tooLong } from '../../validation/members.fixture';
import { faults, received, routesOf, text } from '../../validation/requests.fixture';
import {
  getConsentChallenge,
  getLoginChallenge,
  showConsentPage,
  showLoginPage,
  submitConsent,
  submitLogin,
  submitPasskey,
  submitSecondFactor,
} from './challenge.operations';

const file = `${__dirname}/challenge.dto.ts`;

describe('logins and consents that authorizations wait for', () => {
  it('are for anyone who knows their name', () => {
    const operations = [
      getLoginChallenge,
      submitLogin,
      submitPasskey,
      submitSecondFactor,
      getConsentChallenge,
      submitConsent,
      showLoginPage,
      showConsentPage,
    ];
    expect(routesOf(...operations)).toMatchInlineSnapshot(`
{
  "GET /api/auth/oauth/consent": "200 json; any of nothing; none",
  "GET /api/auth/oauth/login": "200 json; any of nothing; none",
  "GET /user/consent": "200 html; any of nothing; none",
  "GET /user/login": "200 html; any of nothing; none",
  "POST /api/auth/oauth/consent": "302 redirect; any of nothing; none",
  "POST /api/auth/oauth/login": "302 redirect; any of nothing; none",
  "POST /api/auth/oauth/passkey": "302 redirect; any of nothing; none",
  "POST /api/auth/oauth/second_factor": "302 redirect; any of nothing; none",
}
`);
  });

  it('are named by a challenge, of bounded length', () => {
    expect(faults(getLoginChallenge, { query: {} })).toEqual([`query.login_challenge: ${required}`]);
    expect(faults(getConsentChallenge, { query: {} })).toEqual([`query.consent_challenge: ${required}`]);
    const long = { login_challenge: text(513) };
    expect(faults(getLoginChallenge, { query: long })).toEqual([`query.login_challenge: ${tooLong(512)}`]);
  });

  it('take a password, or the scopes that the user allows', () => {
    expect(faults(submitLogin, { body: { login_challenge: 'c' } })).toEqual([]);
    expect(faults(submitLogin, { body: { login_challenge: 'c', password: text(1_025) } })).toEqual([
      `body.password: ${tooLong(1_024)}`,
    ]);
    expect(received(submitConsent, { body: { consent_challenge: 'c' } }).body).toEqual({
      consent_challenge: 'c',
      grant_scope: [],
    });
    expect(faults(submitConsent, { body: { consent_challenge: 'c', reject: 'yes' } })).toHaveLength(1);
  });

  it('say to pages what they need, by the names of the interface', () => {
    expect(membersOf(file, 'LoginInfo')).toBe(
      'skip_login, subject?, needs_signup, email?, fullname?, company?, needs_initial_setpassword?, came_from?, message?',
    );
    expect(membersOf(file, 'ConsentInfo')).toBe(
      'user_id, user_email, user_name, client_id, client_name, requested_scope, skip_consent, came_from?',
    );
  });

  it('have pages that submit forms, whose ends are applications, and run nothing but a script of ours', () => {
    for (const { http } of [showLoginPage, showConsentPage]) {
      expect(http?.sources?.['form-action']).toEqual([
        "'self'",
        'https://*',
        'http://localhost:*',
        'http://127.0.0.1:*',
      ]);
    }
    expect(Object.keys(showConsentPage.http?.sources ?? {}).sort()).toEqual(['form-action', 'style-src']);
    const { 'script-src': script, 'connect-src': connect } = showLoginPage.http?.sources ?? {};
    expect([script, connect]).toEqual([[expect.stringMatching(/^'sha256-/)], ["'self'"]]);
  });
});
