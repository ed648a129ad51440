import { required, tooLong } from '../../validation/members.fixture';
import { conductOf, faults, routesOf, text } from '../../validation/requests.fixture';
import { logIn, logOut, recoverPassword, resetPassword, setOwnPassword, setUpUser } from './password.operations';

const PASSWORD = 'Tides-of-1837';

describe('passwords', () => {
  it('are sent where anyone may, and set where their user is known', () => {
    expect(routesOf(logIn, logOut, recoverPassword, resetPassword, setUpUser, setOwnPassword)).toEqual({
      'POST /api/auth/login': '200 json; any of nothing; none',
      'POST /api/auth/logout': '200 null; any of self; user pat',
      'GET /api/auth/logout': '200 null; any of self; user pat',
      'POST /api/auth/recover': '200 json; any of nothing; none',
      'POST /api/auth/reset': '200 json; any of nothing; none',
      'POST /api/auth/setupuser': '200 json; any of nothing; none',
      'POST /api/auth/setpassword': '200 json; any of self; user pat',
    });
    expect(conductOf(logIn, logOut)).toEqual({
      'accounts.password.login': '20 s, needs room',
      'accounts.password.logout': '10 s',
    });
  });

  it('sign in with any text, and are chosen by rules', () => {
    expect(faults(logIn, { body: { username: 'ada', password: '' } })).toEqual([]);
    expect(faults(logIn, { body: {} })).toEqual([`body.username: ${required}`, `body.password: ${required}`]);
    expect(faults(logIn, { body: { username: 'ada', password: text(257) } })).toEqual([
      `body.password: ${tooLong(256)}`,
    ]);
    expect(faults(resetPassword, { body: { token: 't', password: PASSWORD } })).toEqual([]);
    expect(faults(resetPassword, { body: { token: 't', password: 'weak' } })).toEqual([
      expect.stringMatching(/^body\.password: .*The password needs 8 characters/),
    ]);
    expect(faults(setUpUser, { body: { token: 't', password: PASSWORD } })).toEqual([`body.name: ${required}`]);
    expect(faults(setOwnPassword, { body: { password: PASSWORD, current_password: null } })).toEqual([]);
  });

  it('are recovered for an address, whatever else a page sends along', () => {
    const body = { username: 'ada@acme.example', app: 'dashboard', login_challenge: 'c', initial_setpassword: true };
    expect(faults(recoverPassword, { body })).toEqual([]);
    expect(faults(recoverPassword, { body: { app: 'dashboard' } })).toEqual([`body.username: ${required}`]);
  });
});
