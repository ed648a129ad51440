import { membersOf } from '../../validation/answers.fixture';
import { required, tooLong } from '../../validation/members.fixture';
import { faults, routesOf, text } from '../../validation/requests.fixture';
import * as operations from './passkey.operations';

describe('passkeys', () => {
  it('belong to their user, and sign anyone in who has one', () => {
    expect(routesOf(...Object.values(operations))).toEqual({
      'GET /user/passkeys': '200 json; any of self; user pat',
      'POST /user/passkeys/options': '200 json; any of self; user pat',
      'POST /user/passkeys': '201 json; any of self; user pat',
      'PATCH /user/passkey/{passkey_id}': '200 null; any of self; user pat',
      'DELETE /user/passkey/{passkey_id}': '204 empty; any of self; user pat',
      'POST /api/auth/passkey/options': '200 json; any of nothing; none',
      'POST /api/auth/passkey/login': '200 json; any of nothing; none',
    });
  });

  it('have a name, and come as what the browser answered', () => {
    expect(faults(operations.addPasskey, { body: { name: 'Laptop', credential: {} } })).toEqual([]);
    expect(faults(operations.addPasskey, { body: { credential: {} } })).toEqual([`body.name: ${required}`]);
    expect(faults(operations.renamePasskey, { body: { name: text(101) } })).toEqual([`body.name: ${tooLong(100)}`]);
    expect(faults(operations.signInWithPasskey, { body: { credential: 'x' } })).toHaveLength(1);
    expect(faults(operations.startPasskeySignIn, { body: {} })).toEqual([]);
  });

  it('show no key', () => {
    const file = `${__dirname}/passkey.dto.ts`;
    expect(membersOf(file, 'Passkey')).toBe('id, name, created, last_used|null, is_synced');
  });
});
