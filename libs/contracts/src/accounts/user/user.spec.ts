import { membersOf } from '../../validation/answers.fixture';
import { required, tooLong, tooMany } from '../../validation/members.fixture';
import { conductOf, faults, list, routesOf, text } from '../../validation/requests.fixture';
import { userLanguages, userTypes } from './user.dto';
import { getUser, getUserProfile, readUserNames, resolveUser } from './user.operations';

const file = `${__dirname}/user.dto.ts`;

describe('users', () => {
  it('read about themselves', () => {
    expect(routesOf(getUser, getUserProfile, resolveUser, readUserNames)).toEqual({
      'GET /user': '200 json; any of self; user pat',
      'GET /user/welcome': '200 json; any of self; user pat',
      'POST /peer/accounts.user.resolve': '200 json; any of nothing; peer',
      'POST /peer/accounts.user.names': '200 json; any of nothing; peer',
    });
    const words = conductOf(getUser, getUserProfile, resolveUser, readUserNames);
    expect(Object.values(words)).toEqual(['10 s', '10 s', '10 s', '10 s']);
  });

  it('have a type and a language of these', () => {
    expect(userTypes).toEqual(['ROOT', 'DEALER', 'MANAGER', 'SALES', 'READONLY', 'USER']);
    expect(userLanguages).toEqual(['EN', 'ES', 'CA', 'FR']);
  });

  it('are flat as a record, and nested as a profile', () => {
    expect(membersOf(file, 'UserRecord')).toBe('id, name, email, type, avatar|null, language');
    expect(membersOf(file, 'UserProfile')).toBe('preferences, accounts, create, can_be_deleted, dependant_accounts');
  });
});

describe('questions between hosts about users', () => {
  it('name a user, and the token that still must exist', () => {
    const resolved = (body: object) => faults(resolveUser, { body });
    expect(resolved({ kind: 'user', id: 'u' })).toEqual([]);
    expect(resolved({ kind: 'pat', id: 'u', key: text(256) })).toEqual([]);
    expect(resolved({ kind: 'sa', id: 'u' })).toEqual(["body.kind: Input should be 'user' or 'pat'"]);
    expect(resolved({ kind: 'pat', id: text(257), key: text(257) })).toEqual([
      `body.id: ${tooLong(256)}`,
      `body.key: ${tooLong(256)}`,
    ]);
    expect(resolved({})).toEqual([`body.kind: ${required}`, `body.id: ${required}`]);
  });

  it('name at most a thousand users at once', () => {
    const named = (count: number) => faults(readUserNames, { body: { ids: list(count, String) } });
    expect([named(0), named(1_000)]).toEqual([[], []]);
    expect(named(1_001)).toEqual([`body.ids: ${tooMany(1_000)}`]);
    expect(faults(readUserNames, { body: { ids: [text(257)] } })).toEqual([`body.ids.0: ${tooLong(256)}`]);
  });
});
