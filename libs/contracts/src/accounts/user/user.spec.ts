import { membersOf } from '../../validation/answers.fixture';
import { required, tooLong, tooMany } from '../../validation/members.fixture';
import { conductOf, faults, list, routesOf, text } from '../../validation/requests.fixture';
import { userLanguages, userTypes } from './user.dto';
import {
  answerOnboarding,
  deleteUser,
  getUser,
  getUserProfile,
  readUserNames,
  resolveUser,
  updateUser,
} from './user.operations';

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

describe('users who change themselves', () => {
  const changed = (body: object) => faults(updateUser, { body });

  it('do so at the path of the user', () => {
    expect(routesOf(updateUser, deleteUser, answerOnboarding)).toEqual({
      'PATCH /user': '200 null; any of self; user pat',
      'DELETE /user': '204 empty; any of self; user pat',
      'PUT /user/onboarding_inquiry': '200 null; any of self; user pat',
    });
  });

  it('have a name, a known language, and a picture that runs nothing', () => {
    expect(changed({})).toEqual([]);
    expect(changed({ name: 'Ada', avatar: null, email: null, language: 'ES' })).toEqual([]);
    expect(changed({ avatar: 'data:image/png;base64,aGk=' })).toEqual([]);
    expect(changed({ name: '', language: 'DE' })).toHaveLength(2);
  });

  it.each([
    'javascript:alert(1)',
    'http://a.example/a.png',
    'data:text/html;base64,aGk=',
    'data:image/svg+xml;base64,aGk=',
  ])('have no picture at %s', (avatar) => {
    expect(changed({ avatar })).toEqual([expect.stringMatching(/^body\.avatar: .*An avatar is an https/)]);
  });
});
