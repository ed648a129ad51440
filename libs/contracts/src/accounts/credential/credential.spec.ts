import { membersOf } from '../../validation/answers.fixture';
import { required, tooLong } from '../../validation/members.fixture';
import { conductOf, faults, routesOf, text } from '../../validation/requests.fixture';
import { verifyUserCredential } from './credential.operations';

const verified = (body: object) => faults(verifyUserCredential, { body });

describe('verifying a credential', () => {
  it('is asked by gateways of other hosts only', () => {
    expect(routesOf(verifyUserCredential)).toEqual({
      'POST /peer/accounts.credential.verify': '200 json; any of nothing; peer',
    });
    expect(conductOf(verifyUserCredential)).toEqual({ 'accounts.credential.verify': '10 s' });
  });

  it.each(['authorization', 'service-account', 'nua', 'query', 'session', 'self-hosted'])(
    'takes a token that came by %s',
    (carrier) => {
      expect(verified({ carrier, token: 'a.b.c' })).toEqual([]);
    },
  );

  it('takes no other carrier, and no token that is longer than any of ours', () => {
    expect(verified({ carrier: 'cookie', token: 'a' })).toEqual([
      expect.stringMatching(/^body\.carrier: Input should be 'authorization'/),
    ]);
    expect(verified({ carrier: 'nua', token: text(8_192) })).toEqual([]);
    expect(verified({ carrier: 'nua', token: text(8_193) })).toEqual([`body.token: ${tooLong(8_192)}`]);
    expect(verified({})).toEqual([`body.carrier: ${required}`, `body.token: ${required}`]);
  });

  it('finds a user with accounts, and when the token ends, if it does', () => {
    expect(membersOf(`${__dirname}/credential.dto.ts`, 'VerifiedUser')).toBe(
      'kind, id, type, accounts, withheld?, left?, key, expiresMs?, verifiedAt?',
    );
  });
});
