import fc from 'fast-check';
import { allOperations } from '../operations';
import { ACCOUNTS_PEER, betweenHosts, isBetweenHosts, peerPath, zoneOfPeer, zonePeer } from './between-hosts';

describe('a zone among the peers', () => {
  it('is found by its name, which the accounts host never has', () => {
    fc.assert(
      fc.property(fc.string(), (slug) => {
        expect(zoneOfPeer(zonePeer(slug))).toBe(slug);
        expect(zonePeer(slug)).not.toBe(ACCOUNTS_PEER);
      }),
    );
    expect(zoneOfPeer(ACCOUNTS_PEER)).toBeUndefined();
  });
});

describe('an operation between hosts', () => {
  it('is known by its policy, also when it was bound to a path', () => {
    const parts = betweenHosts('a.b.c', 'zone');
    expect(parts.http).toMatchObject({ method: 'POST', path: peerPath('a.b.c'), host: 'zone' });
    expect(isBetweenHosts({ ...parts })).toBe(true);
    expect(isBetweenHosts({ policy: { credentials: ['peer'], role: 'any', on: 'nothing' } })).toBe(false);
    expect(isBetweenHosts({})).toBe(false);
  });

  it('is exactly what is below the path of peers', () => {
    const below = allOperations.filter(({ http }) => String(http?.path).startsWith(peerPath('')));
    expect(below.length).toBeGreaterThan(0);
    expect(below).toEqual(allOperations.filter(isBetweenHosts));
  });
});
