import { membersOf } from '../../validation/answers.fixture';
import { changed, empty, required, tooLong, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import { PersonalTokenPayload } from './personal-token.dto';
import { createPersonalToken, deletePersonalToken, listPersonalTokens } from './personal-token.operations';

const smallest = { description: 'For scripts' };
const file = `${__dirname}/personal-token.dto.ts`;
const operations = [createPersonalToken, listPersonalTokens, deletePersonalToken];

describe('personal access tokens', () => {
  it('are the business of their user', () => {
    expect(routesOf(...operations)).toEqual({
      'POST /user/pa_tokens': '201 json; any of self; user pat',
      'GET /user/pa_tokens': '200 json; any of self; user pat',
      'DELETE /user/pa_token/{token_id}': '204 empty; any of self; user pat',
    });
    expect(conductOf(...operations)).toEqual({
      'accounts.token.create': '10 s, needs room',
      'accounts.token.list': '10 s',
      'accounts.token.delete': '10 s',
    });
    expect(operations.map(({ http }) => http?.host)).toEqual(['accounts', 'accounts', 'accounts']);
  });

  it('need a description, and no date', () => {
    expect(wireOf(PersonalTokenPayload, smallest)).toEqual({
      description: 'text!',
      expiration_date: 'null text',
    });
    expect(received(createPersonalToken, { body: smallest }).body).toEqual(smallest);
    expect(faults(createPersonalToken, { body: {} })).toEqual([`body.description: ${required}`]);
  });

  it.each([
    ['description', text(1_000), text(1_001), tooLong(1_000)],
    ['description', 'a', '', empty],
    ['expiration_date', '2027-01-01T00:00:00', 'never', unreadable()],
    ['expiration_date', '2027-01-01T00:00:00+02:00', '2027-02-30', unreadable()],
    ['expiration_date', null, 1_800_000_000, 'Input should be a valid datetime'],
  ])('have a proper %s only', (at, good, bad, fault) => {
    const faultsAt = (value: unknown) => faults(createPersonalToken, { body: changed<object>(smallest, at, value) });
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${at}: ${fault}`]]);
  });

  it('show their secret once', () => {
    expect(membersOf(file, 'PersonalTokenCreated')).toBe('id, token, expires');
    expect(membersOf(file, 'PersonalToken')).toBe('id, description, expires|null');
    expect(listPersonalTokens.http?.member).toBe('tokens');
  });
});

function unreadable(): string {
  return 'Input should be a valid datetime or date, not an ISO 8601 date or date and time of the years 1 to 9999';
}
