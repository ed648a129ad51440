import {
  type AccountRole,
  ACCOUNTS_PEER,
  blockableFeatures,
  type CredentialKind,
  credentialKinds,
  dataRoles,
  dataRolesOf,
  knowledgeBoxRoles,
  type Policy,
  type Role,
} from '@lectern/contracts/core';
import type { KnowledgeBoxAccess } from '@lectern/contracts/knowledge-box';
import fc from 'fast-check';
import { type Caller, nobody } from './caller';
import {
  checkKind,
  checkRole,
  checkSession,
  isManaging,
  isPublic,
  opensWhenPublished,
  ownRoles,
  rolesOnAccount,
  rolesOnBox,
} from './policy';

const OWN = 'own-account';
const OTHER = 'other-account';
const reading: Policy = { credentials: ['sa', 'user'], role: 'READER', on: 'kb' };
const open: Policy = { ...reading, credentials: ['sa', 'user', 'none'] };
const writing: Policy = { credentials: ['sa', 'user'], role: 'WRITER', on: 'kb' };
const box: KnowledgeBoxAccess = {
  kbid: 'box',
  account: OWN,
  state: 'PRIVATE',
  allowedOrigins: null,
  allowedIpAddresses: null,
  userRole: null,
  blockedFeatures: [],
};
const of = (kind: CredentialKind, members: Partial<Caller> = {}): Caller => ({ ...nobody, kind, id: 'id', ...members });
const member = (id: string, role: AccountRole) => [{ id, slug: `slug-of-${id}`, role }];
const forbidden = expect.objectContaining({ code: 'forbidden' });

const policies: fc.Arbitrary<Policy> = fc.record(
  {
    credentials: fc.subarray([...credentialKinds]),
    role: fc.oneof(
      fc.constantFrom<Policy['role']>('any', 'READER', 'WRITER', 'OWNER', 'SOWNER', 'AOWNER', 'AMEMBER', 'ROOT'),
      fc.subarray<Role>(['READER', 'WRITER', 'MANAGER', 'SOWNER', 'AOWNER']),
    ),
    on: fc.constantFrom('kb', 'account', 'self', 'nothing'),
    management: fc.boolean(),
    refusesTemporalKeys: fc.boolean(),
  },
  { requiredKeys: ['credentials', 'role', 'on'] },
);
const boxes: fc.Arbitrary<KnowledgeBoxAccess> = fc.record({
  kbid: fc.constant('box'),
  account: fc.constantFrom(OWN, OTHER),
  state: fc.constantFrom('PRIVATE', 'PUBLISHED'),
  allowedOrigins: fc.constant(null),
  allowedIpAddresses: fc.constant(null),
  userRole: fc.constantFrom(null, ...knowledgeBoxRoles),
  blockedFeatures: fc.subarray([...blockableFeatures]),
});
const memberships = fc.constantFrom([], member(OWN, 'AMEMBER'), member(OWN, 'AOWNER'), member(OTHER, 'AOWNER'), [
  ...member(OTHER, 'AOWNER'),
  ...member(OWN, 'AMEMBER'),
]);
const users: fc.Arbitrary<Caller> = fc
  .tuple(fc.constantFrom('user' as const, 'pat' as const), memberships)
  .map(([kind, held]) => of(kind, { memberships: held }));

const allowed = (check: () => unknown): boolean => {
  try {
    check();
    return true;
  } catch (error) {
    expect(error).toEqual(forbidden);
    return false;
  }
};

describe('the kind of a credential', () => {
  it.each<[string, Partial<Policy>, Caller, 'zone' | 'accounts', boolean]>([
    ['that is listed passes', {}, of('sa'), 'zone', true],
    ['that is not listed is refused', {}, of('pat'), 'zone', false],
    ['without groups that is temporal passes as its parent', {}, of('temporal'), 'zone', true],
    ['with an empty list of groups does not', {}, of('temporal', { securityGroups: [] }), 'zone', false],
    ['with groups does not', {}, of('temporal', { securityGroups: ['hr'] }), 'zone', false],
    [
      'with groups passes where temporal keys are listed',
      { credentials: ['temporal'] },
      of('temporal', { securityGroups: ['hr'] }),
      'zone',
      true,
    ],
    ['that is temporal makes nothing that outlives it', { refusesTemporalKeys: true }, of('temporal'), 'zone', false],
    ['that is temporal has no parent among users', { credentials: ['user'] }, of('temporal'), 'zone', false],
    ['nua belongs to zones', { credentials: ['nua'] }, of('nua'), 'accounts', false],
    ['nua passes where it is listed', { credentials: ['nua'] }, of('nua'), 'zone', true],
    [
      'nua may need a flag that it lacks',
      { credentials: ['nua'], nuaKeyNeeds: 'kb-management' },
      of('nua'),
      'zone',
      false,
    ],
    [
      'nua may have the flag that is needed',
      { credentials: ['nua'], nuaKeyNeeds: 'kb-management' },
      of('nua', { allowKbManagement: true }),
      'zone',
      true,
    ],
    ['peer asks a zone', { credentials: ['peer'] }, of('peer', { id: ACCOUNTS_PEER }), 'zone', true],
    ['peer asks the accounts host', { credentials: ['peer'] }, of('peer', { id: 'zone:east' }), 'accounts', true],
    ['peer does not ask its own kind', { credentials: ['peer'] }, of('peer', { id: 'zone:east' }), 'zone', false],
    ['peer does not ask itself', { credentials: ['peer'] }, of('peer', { id: ACCOUNTS_PEER }), 'accounts', false],
  ])('%s', (_, policy, caller, host, passes) => {
    expect(allowed(() => checkKind({ ...reading, ...policy }, caller, host))).toBe(passes);
  });

  it('lets a caller without a credential pass only where the policy lists `none`', () => {
    expect(() => checkKind(reading, nobody, 'zone')).toThrow(expect.objectContaining({ code: 'unauthorized' }));
    expect(() => checkKind({ ...reading, credentials: ['none'] }, nobody, 'zone')).not.toThrow();
  });

  it('passes only where the policy lists it, or its parent', () => {
    const kinds = fc.constantFrom(...credentialKinds.filter((kind) => kind !== 'none'));
    fc.assert(
      fc.property(policies, kinds, fc.constantFrom('zone', 'accounts'), (policy, kind, host) => {
        const isListed = policy.credentials.includes(kind);
        const parent = kind === 'temporal' && policy.credentials.includes('sa');
        if (allowed(() => checkKind(policy, of(kind), host))) expect(isListed || parent).toBe(true);
      }),
    );
  });
});

describe('roles on a knowledge box', () => {
  it.each<[string, Caller, Partial<KnowledgeBoxAccess>, readonly Role[]]>([
    [
      'of an owner of its account',
      of('user', { memberships: member(OWN, 'AOWNER') }),
      {},
      ['AOWNER', 'SOWNER', 'AMEMBER'],
    ],
    ['of a user who was granted one', of('pat'), { userRole: 'SMEMBER' }, ['SMEMBER', 'READER']],
    [
      'of a member who was granted one',
      of('user', { memberships: member(OWN, 'AMEMBER') }),
      { userRole: 'SCONTRIBUTOR' },
      ['SCONTRIBUTOR', 'READER', 'WRITER', 'AMEMBER'],
    ],
    ['of a key', of('sa', { account: OWN, role: 'SCONTRIBUTOR' }), {}, ['SCONTRIBUTOR', 'READER', 'WRITER']],
    ['of a NUA key of its account: none', of('nua', { account: OWN }), {}, []],
  ])('%s', (_, caller, members, roles) => {
    expect(rolesOnBox(reading, caller, { ...box, ...members })).toEqual(roles);
  });

  it.each<[string, Caller, readonly Role[]]>([
    ['a stranger', of('user'), ['READER']],
    ['nobody', nobody, ['READER']],
    [
      'a member of its account who was granted nothing',
      of('pat', { memberships: member(OWN, 'AMEMBER') }),
      ['AMEMBER', 'READER'],
    ],
  ])('are those of a reader for %s, when it is published and the operation is open', (_, caller, roles) => {
    expect(rolesOnBox(open, caller, { ...box, state: 'PUBLISHED' })).toEqual(roles);
    expect(() => rolesOnBox(open, caller, box)).toThrow(forbidden);
  });

  it.each<[string, Caller, Partial<KnowledgeBoxAccess>, Policy]>([
    ['a stranger', of('user'), {}, reading],
    ['nobody', nobody, {}, reading],
    [
      'a member of its account who was granted nothing',
      of('user', { memberships: member(OWN, 'AMEMBER') }),
      {},
      reading,
    ],
    ['an owner of another account', of('user', { memberships: member(OTHER, 'AOWNER') }), {}, reading],
    ['a stranger, who would write to a published one', of('user'), { state: 'PUBLISHED' }, writing],
    ['a stranger, who would read of a published one what nobody may', of('user'), { state: 'PUBLISHED' }, reading],
    ['a NUA key of another account', of('nua', { account: OTHER }), { state: 'PUBLISHED' }, reading],
  ])('has none, and learns so: %s', (_, caller, members, policy) => {
    expect(() => rolesOnBox(policy, caller, { ...box, ...members })).toThrow(forbidden);
  });

  it('end where the account demands a second factor that the user has not set up', () => {
    const user = of('user', { withheld: [OWN] });
    const owned = { ...box, userRole: 'SOWNER' } as const;
    expect(() => rolesOnBox(reading, user, owned)).toThrow(/demands a second factor/);
    expect(() => rolesOnAccount(user, OWN)).toThrow(/demands a second factor/);
    expect(() => rolesOnAccount(user, OTHER)).toThrow(/^Forbidden$/);
    expect(rolesOnBox(open, user, { ...owned, state: 'PUBLISHED' })).toEqual(['READER']);
    expect(rolesOnBox(reading, user, { ...owned, account: OTHER })).toContain('SOWNER');
    expect(rolesOnBox(reading, of('user', { isRoot: true, withheld: [OWN] }), box)).toContain('ROOT');
  });

  it('are all there are, for root', () => {
    const roles = rolesOnBox(writing, of('user', { isRoot: true }), box);
    expect(roles).toEqual(expect.arrayContaining(['ROOT', 'SOWNER', 'AOWNER', ...dataRoles]));
  });

  it('that somebody was granted count no more after leaving the account, also before the zone has taken them', () => {
    const former = of('user', { left: [OWN] });
    expect(() => rolesOnBox(reading, former, { ...box, userRole: 'SOWNER' })).toThrow('Forbidden');
    const elsewhere = { ...box, account: OTHER, userRole: 'SMEMBER' } as const;
    expect(rolesOnBox(reading, former, elsewhere)).toEqual(['SMEMBER', 'READER']);
  });

  it('of users come from the grant, from owning the account, or from publication, and nowhere else', () => {
    fc.assert(
      fc.property(policies, users, boxes, (policy, user, which) => {
        const owns = user.memberships.some(({ id, role }) => id === which.account && role === 'AOWNER');
        const isGuest = which.state === 'PUBLISHED' && opensWhenPublished(policy);
        const isLetIn = allowed(() => rolesOnBox(policy, user, which));
        expect(isLetIn).toBe(which.userRole !== null || owns || isGuest);
        if (!isLetIn) return;
        const roles = rolesOnBox(policy, user, which);
        const granted = which.userRole ? dataRolesOf[which.userRole] : [];
        expect(roles.includes('WRITER')).toBe(granted.includes('WRITER'));
        expect(roles.includes('READER')).toBe(granted.includes('READER') || isGuest);
        expect(roles.includes('SOWNER')).toBe(which.userRole === 'SOWNER' || owns);
        expect(roles.includes('AOWNER')).toBe(owns);
        expect(roles).not.toContain('ROOT');
        expect(new Set(roles).size).toBe(roles.length);
      }),
      { numRuns: 500 },
    );
  });

  it('are never more for guests than reading', () => {
    fc.assert(
      fc.property(policies, boxes, (policy, which) => {
        const guest = { ...which, userRole: null };
        if (allowed(() => rolesOnBox(policy, nobody, guest))) {
          expect(rolesOnBox(policy, nobody, guest)).toEqual(['READER']);
          expect(which.state).toBe('PUBLISHED');
        }
      }),
    );
  });
});

describe('roles on an account', () => {
  it.each<[string, Caller, readonly Role[]]>([
    ['of root', of('user', { isRoot: true }), ['ROOT', 'AOWNER', 'AMEMBER']],
    ['of an owner', of('user', { memberships: member(OWN, 'AOWNER') }), ['AOWNER', 'AMEMBER']],
    ['of a member', of('pat', { memberships: member(OWN, 'AMEMBER') }), ['AMEMBER']],
    ['of a key of the account', of('sa', { account: OWN, role: 'SMEMBER' }), ['SMEMBER', 'READER']],
    ['of a NUA key of the account', of('nua', { account: OWN }), []],
  ])('%s', (_, caller, roles) => {
    expect(rolesOnAccount(caller, OWN)).toEqual(roles);
  });

  it.each<[string, Caller]>([
    ['a member of another', of('user', { memberships: member(OTHER, 'AOWNER') })],
    ['a key of another', of('sa', { account: OTHER, role: 'SOWNER' })],
    ['a NUA key of another', of('nua', { account: OTHER })],
    ['nobody', nobody],
  ])('has none: %s', (_, caller) => {
    expect(() => rolesOnAccount(caller, OWN)).toThrow(forbidden);
  });
});

describe('a policy', () => {
  it('is open to all when it asks for no credential, unless it is about a knowledge box', () => {
    const anyone: Policy = { credentials: ['none'], role: 'any', on: 'nothing' };
    expect(isPublic(anyone)).toBe(true);
    expect(isPublic({ ...anyone, on: 'kb' })).toBe(false);
    expect(isPublic({ ...anyone, credentials: ['none', 'user'] })).toBe(false);
  });

  it('opens published boxes to readers only, where it lists nobody', () => {
    expect(opensWhenPublished(open)).toBe(true);
    expect(opensWhenPublished({ ...open, role: ['OWNER', 'READER'] })).toBe(true);
    expect(opensWhenPublished(reading)).toBe(false);
    expect(opensWhenPublished({ ...open, role: 'WRITER' })).toBe(false);
    expect(opensWhenPublished({ ...open, role: 'any' })).toBe(false);
    expect(opensWhenPublished({ ...open, on: 'account' })).toBe(false);
  });

  it('lets a user without a role in only where it lets nobody in', () => {
    fc.assert(
      fc.property(policies, users, boxes, (policy, user, which) => {
        const granted = which.userRole !== null || user.memberships.some(({ role }) => role === 'AOWNER');
        fc.pre(!granted && policy.on === 'kb');
        const mayEnter = (caller: Caller) =>
          allowed(() => checkRole(policy, caller, rolesOnBox(policy, caller, which)));
        if (mayEnter(user)) {
          expect(mayEnter(nobody)).toBe(true);
          expect(() => checkKind(policy, nobody, 'zone')).not.toThrow();
        }
      }),
      { numRuns: 500 },
    );
  });

  it('counts as managing for owners and NUA keys, where it says so', () => {
    const managing = { ...writing, management: true };
    const managers: [Caller, readonly Role[]][] = [
      [of('nua'), []],
      [of('user'), ['SOWNER']],
      [of('user'), ['ROOT']],
    ];
    for (const [caller, roles] of managers) {
      expect(isManaging(managing, caller, roles)).toBe(true);
      expect(isManaging(writing, caller, roles)).toBe(false);
    }
    expect(isManaging(managing, of('sa'), ['SCONTRIBUTOR', 'READER', 'WRITER', 'AOWNER'])).toBe(false);
  });

  it('lets those through who hold one of its roles, and NUA keys, which hold none', () => {
    const roles = fc.subarray<Role>(['READER', 'WRITER', 'MANAGER', 'OWNER', 'SOWNER', 'AOWNER', 'AMEMBER', 'ROOT']);
    const kinds = fc.constantFrom(...credentialKinds);
    fc.assert(
      fc.property(policies, kinds, roles, (policy, kind, held) => {
        const wanted: readonly string[] = [policy.role].flat();
        const holds = wanted.includes('any') || held.some((role) => wanted.includes(role));
        expect(allowed(() => checkRole(policy, of(kind), held))).toBe(kind === 'nua' || holds);
      }),
    );
  });

  it('sees of a credential alone whether it is root, and the role that a key was made with', () => {
    expect(ownRoles(of('user'))).toEqual([]);
    expect(ownRoles(of('user', { isRoot: true }))).toEqual(['ROOT']);
    expect(ownRoles(of('sa', { role: 'SOWNER' }))).toEqual(['SOWNER', ...dataRolesOf.SOWNER]);
    expect(ownRoles(of('user', { memberships: member(OWN, 'AOWNER') }))).toEqual([]);
  });
});

describe('a session of an agent', () => {
  const id = '0123456789abcdef0123456789abcdef';
  const ofSession = (kind: CredentialKind, session?: string) => of(kind, { kb: 'agent', role: 'SMEMBER', session });
  const enters = (caller: Caller, named?: string) => {
    try {
      checkSession(caller, named);
      return true;
    } catch {
      return false;
    }
  };

  it('is open to tokens and keys that were made for it, under either form of its id', () => {
    for (const kind of ['eph', 'temporal'] as const) {
      expect(enters(ofSession(kind, 's'), 's')).toBe(true);
      expect(enters(ofSession(kind, id), '01234567-89AB-CDEF-0123-456789abcdef')).toBe(true);
      expect(enters(ofSession(kind, 's'), 'S')).toBe(false);
      expect(enters(ofSession(kind, 's'))).toBe(false);
    }
  });

  it('is closed to tokens for browsers that name none, and open to every other credential', () => {
    expect(enters(ofSession('eph'), 's')).toBe(false);
    expect(enters(ofSession('eph'))).toBe(false);
    for (const kind of ['user', 'pat', 'sa', 'temporal'] as const) {
      expect(enters(ofSession(kind), 's')).toBe(true);
      expect(enters(ofSession(kind))).toBe(true);
    }
  });

  it('is all that a key for it opens', () => {
    const key = ofSession('temporal', 's');
    const ask: Policy = { credentials: ['sa', 'user', 'eph'], role: 'any', on: 'agent' };
    expect(() => checkKind(ask, key, 'zone')).not.toThrow();
    const others: readonly Policy[] = [
      { ...ask, credentials: ['sa', 'user'] },
      { ...ask, on: 'kb' },
      { ...ask, on: 'account' },
      { ...ask, on: 'self' },
    ];
    for (const policy of others) expect(() => checkKind(policy, key, 'zone')).toThrow(forbidden);
  });
});
