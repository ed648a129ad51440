import { membersOf } from '../../validation/answers.fixture';
import { empty, tooLong } from '../../validation/members.fixture';
import { conductOf, faults, routesOf, text } from '../../validation/requests.fixture';
import { createScimToken, deleteScimToken, listScimTokens, verifyScimToken } from './scim-token.operations';

const file = `${__dirname}/scim-token.dto.ts`;

describe('SCIM tokens', () => {
  it('are the business of owners, and verified between hosts', () => {
    expect(routesOf(createScimToken, listScimTokens, deleteScimToken, verifyScimToken)).toEqual({
      'POST /account/{account}/scim_tokens': '201 json; AOWNER of account; user pat',
      'GET /account/{account}/scim_tokens': '200 json; AOWNER of account; user pat',
      'DELETE /account/{account}/scim_token/{token_id}': '204 empty; AOWNER of account; user pat',
      'POST /peer/accounts.scim-token.verify': '200 json; any of nothing; peer',
    });
    expect(conductOf(createScimToken, deleteScimToken)).toEqual({
      'accounts.scim-token.create': '10 s, needs room',
      'accounts.scim-token.delete': '10 s',
    });
  });

  it('have a description, and perhaps a date', () => {
    const made = (body: object) => faults(createScimToken, { path: { account: 'a' }, body });
    expect([made({ description: 'Okta' }), made({ description: 'Okta', expires: null })]).toEqual([[], []]);
    expect(made({ description: '' })).toEqual([`body.description: ${empty}`]);
    expect(made({ description: text(257) })).toEqual([`body.description: ${tooLong(256)}`]);
  });

  it('show their secret once, and their last use', () => {
    expect(membersOf(file, 'ScimTokenCreated')).toBe(
      'id, description, created, created_by|null, expires, last_used|null, token, url',
    );
    expect(membersOf(file, 'ScimToken')).toBe('id, description, created, created_by|null, expires, last_used|null');
    expect(listScimTokens.http?.member).toBe('tokens');
  });
});
