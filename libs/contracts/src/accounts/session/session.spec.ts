import { membersOf } from '../../validation/answers.fixture';
import { tooLong } from '../../validation/members.fixture';
import { conductOf, faults, routesOf, text } from '../../validation/requests.fixture';
import { endSession, makeSignInLink, openSession } from './session.operations';

describe('sessions of the console', () => {
  it('are opened and ended through the gateway of this host or of a zone, at no path for clients', () => {
    expect({ ...routesOf(openSession), ...routesOf(endSession) }).toEqual({
      'POST /peer/accounts.session.open': '200 json; any of nothing; peer',
      'POST /peer/accounts.session.end': '200 json; any of nothing; peer',
    });
    expect(conductOf(openSession)).toEqual({ 'accounts.session.open': '10 s' });
  });

  it('are opened by links that root users make', () => {
    expect(routesOf(makeSignInLink)).toEqual({
      'POST /admin/sign-in-link': '200 json; ROOT of nothing; user pat',
    });
    expect(conductOf(makeSignInLink)).toEqual({ 'accounts.session.link': '10 s, needs room' });
    expect(membersOf(`${__dirname}/session.dto.ts`, 'SignInLinks')).toBe('sign_in, set_up|null, expires');
  });

  it('are opened by a token, or by the code of a link', () => {
    const opened = (body: object) => faults(openSession, { body });
    expect([opened({ token: text(8_192) }), opened({ code: 'c' })]).toEqual([[], []]);
    expect(opened({ token: text(8_193) })).toEqual([`body.token: ${tooLong(8_192)}`]);
    expect(opened({ code: 5 })).toEqual(['body.code: Input should be a valid string']);
  });

  it('have a secret for the cookie alone', () => {
    expect(membersOf(`${__dirname}/session.dto.ts`, 'OpenedSession')).toBe('secret, expires, id, name');
  });
});
