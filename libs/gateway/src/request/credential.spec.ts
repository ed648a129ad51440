import { WireNames } from '@lectern/contracts/core';
import fc from 'fast-check';
import { bearerToken, carriersOf, credentialHeader } from './credential';

const names = WireNames.parse(JSON.stringify({ headers: { 'x-svc-nuakey': { accept: ['x-acme-key', 'x-ac-key'] } } }));
const carriers = carriersOf(names);

describe('the credential of a request', () => {
  it.each([
    [['Authorization', 'Bearer a'], { carrier: 'authorization', value: 'Bearer a' }],
    [['Accept', '*/*', 'X-SVC-ServiceAccount', 'Bearer b'], { carrier: 'service-account', value: 'Bearer b' }],
    [['X-Acme-Key', 'Bearer c'], { carrier: 'nua', value: 'Bearer c' }],
    [['Accept', 'authorization'], undefined],
    [[], undefined],
  ])('of %j is %j', (headers, expected) => {
    expect(credentialHeader(headers, carriers)).toEqual(expected);
  });

  it('is refused when there are two, in whatever spelling, order and case, even empty', () => {
    const spelling = fc.constantFrom('authorization', 'x-svc-serviceaccount', 'x-svc-nuakey', 'x-acme-key', 'x-ac-key');
    const cased = fc.tuple(spelling, fc.boolean()).map(([name, upper]) => (upper ? name.toUpperCase() : name));
    const other = fc.constantFrom('Accept', 'Host', 'Cookie', 'x-kbdb-user');
    const pair = (name: fc.Arbitrary<string>) => fc.tuple(name, fc.constantFrom('', 'Bearer a', 'authorization'));
    fc.assert(
      fc.property(
        fc.array(pair(cased), { minLength: 2, maxLength: 3 }),
        fc.array(pair(other), { maxLength: 4 }),
        fc.nat(),
        (found, others, seed) => {
          const all = [...others, ...found].sort(
            (a, b) => ((a[0].length * 31 + seed) % 7) - ((b[0].length * 17 + seed) % 5),
          );
          expect(() => credentialHeader(all.flat(), carriers)).toThrow(
            'Only one authorization header is allowed per request',
          );
        },
      ),
    );
  });
});

describe('a bearer token', () => {
  it.each(['Bearer abc', 'bearer abc', 'BEARER  abc '])('is read from %j', (value) => {
    expect(bearerToken(value)).toBe('abc');
  });

  it.each(['', 'abc', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer a b', `Bearer ${'x'.repeat(9_000)}`])(
    'is not found in %#',
    (value) => {
      expect(() => bearerToken(value)).toThrow('Unauthorized');
    },
  );
});
