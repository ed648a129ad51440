import type { VerifiedUser } from '@lectern/contracts/accounts';
import { callerOfKey, callerOfPeer, callerOfUser, nobody } from './caller';

const account = { id: 'a', slug: 'acme', role: 'AOWNER' } as const;
const user: VerifiedUser = { kind: 'pat', id: 'u', type: 'USER', accounts: [account], key: 'k', expiresMs: 5 };

describe('a caller', () => {
  it('is a user with memberships, who runs the deployment only as ROOT', () => {
    expect(callerOfUser(user)).toEqual({
      kind: 'pat',
      id: 'u',
      key: 'k',
      expiresMs: 5,
      userType: 'USER',
      isRoot: false,
      memberships: [account],
    });
    expect(callerOfUser({ ...user, type: 'ROOT' }).isRoot).toBe(true);
  });

  it('is a key with its box and role, and never runs the deployment', () => {
    const key = { kind: 'sa', id: 's', account: 'a', kb: 'b', role: 'SMEMBER', key: 'k' } as const;
    expect(callerOfKey(key)).toEqual({ ...key, isRoot: false, memberships: [] });
  });

  it('is a peer, or nobody, with no rights by itself', () => {
    const peer = callerOfPeer({ id: 'zone:here', expiresMs: 5 });
    expect(peer).toEqual({ kind: 'peer', id: 'zone:here', expiresMs: 5, isRoot: false, memberships: [] });
    expect(nobody).toEqual({ kind: 'none', id: '', isRoot: false, memberships: [] });
  });
});
