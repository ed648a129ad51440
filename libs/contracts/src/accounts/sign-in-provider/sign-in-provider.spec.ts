import { membersOf } from '../../validation/answers.fixture';
import { required, tooLong } from '../../validation/members.fixture';
import { conductOf, faults, routesOf, text } from '../../validation/requests.fixture';
import { completeProviderSignIn, listSignInProviders, startProviderSignIn } from './sign-in-provider.operations';

const file = `${__dirname}/sign-in-provider.dto.ts`;
const operations = [listSignInProviders, startProviderSignIn, completeProviderSignIn];

describe('sign-in providers', () => {
  it('are for everyone, on the accounts host', () => {
    expect(routesOf(...operations)).toEqual({
      'GET /api/auth/providers': '200 json; any of nothing; none',
      'GET /api/auth/{provider}/authorize': '302 redirect; any of nothing; none',
      'POST /api/auth/{provider}/login': '200 json; any of nothing; none',
    });
    expect(new Set(operations.map(({ http }) => http?.host))).toEqual(new Set(['accounts']));
    expect(conductOf(startProviderSignIn, completeProviderSignIn)).toEqual({
      'accounts.sign-in-provider.start': '60 s',
      'accounts.sign-in-provider.complete': '60 s',
    });
  });

  it('are started from an app by its origin', () => {
    expect(faults(startProviderSignIn, { query: { came_from: 'http://localhost:4200' } })).toEqual([]);
    for (const came_from of ['app', 'https://app.example/path', 'javascript:alert(1)'])
      expect(faults(startProviderSignIn, { query: { came_from } })).toHaveLength(1);
  });

  it('are completed with a code', () => {
    const completed = (body: object, query: object = { attempt: 'a' }) =>
      faults(completeProviderSignIn, { query, body });
    expect(completed({ code: text(4_096), login_challenge: 'c', iss: 'https://id.example' })).toEqual([]);
    expect(completed({ code: text(4_097) })).toEqual([`body.code: ${tooLong(4_096)}`]);
    expect(completed({}, {})).toEqual([`query.attempt: ${required}`, `body.code: ${required}`]);
  });

  it('answer with tokens, or where the authorization continues', () => {
    expect(membersOf(file, 'ProviderSignIn')).toBe('access_token?, refresh_token?, consent_url?');
    expect(membersOf(file, 'SignInProviderList')).toBe('providers');
  });
});
