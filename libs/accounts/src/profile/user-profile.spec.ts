import type { Membership } from '../account/account.repository';
import type { UserEntity } from '../user/user.entity';
import { userProfile, userRecord } from './user-profile';

const user: UserEntity = {
  id: 'u1',
  email: 'ada@example.org',
  name: 'Ada',
  type: 'USER',
  avatar: null,
  language: 'EN',
  disabled: false,
  lastLogin: null,
  created: new Date('2026-01-02T03:04:05Z'),
};

function membership(slug: string, role: Membership['role']): Membership {
  const account = {
    id: `id-${slug}`,
    slug,
    title: slug,
    description: null,
    type: 'cowork',
    workflow: 'classic',
    eulaAccepted: true,
    blockingState: 'unblocked',
  } as const;
  return {
    account: {
      ...account,
      blockedFeatures: [],
      secondFactor: 'optional',
      limits: {},
      email: null,
      defaultZone: null,
      trialEnds: null,
      created: user.created,
    },
    role,
  };
}

const nothing = { withOneOwner: new Set<string>(), mayCreate: true };

describe('userProfile', () => {
  it('calls accounts dependant that have this user as their only owner', () => {
    const memberships = [membership('mine', 'AOWNER'), membership('shared', 'AOWNER'), membership('theirs', 'AMEMBER')];
    const profile = userProfile(user, memberships, {
      withOneOwner: new Set(['id-mine', 'id-theirs']),
      mayCreate: false,
    });
    expect(profile.dependant_accounts).toEqual([{ id: 'id-mine', slug: 'mine' }]);
    expect(profile).toMatchObject({
      can_be_deleted: false,
      accounts: ['id-mine', 'id-shared', 'id-theirs'],
      create: false,
    });
  });

  it('can be deleted without any, and shows a login date with its offset', () => {
    expect(userProfile(user, [], nothing)).toMatchObject({
      can_be_deleted: true,
      create: true,
      preferences: { last_login: '2026-01-02T03:04:05+00:00', email: 'ada@example.org' },
    });
    const seen = userProfile({ ...user, lastLogin: new Date('2026-05-01T00:00:00Z') }, [], nothing);
    expect(seen.preferences.last_login).toBe('2026-05-01T00:00:00+00:00');
  });
});

describe('userRecord', () => {
  it('is flat and has no more than it should', () => {
    expect(userRecord(user)).toEqual({
      id: 'u1',
      name: 'Ada',
      email: 'ada@example.org',
      type: 'USER',
      avatar: null,
      language: 'EN',
    });
  });
});
