import {
  accountRoles,
  authorOf,
  credentialKinds,
  dataRoles,
  dataRolesOf,
  knowledgeBoxRoles,
  type Principal,
  systemPrincipal,
} from './principal';

const principal: Principal = { kind: 'sa', id: 'account', roles: [] };

describe('who did it', () => {
  it('is the label, or else the id', () => {
    expect(authorOf({ ...principal, label: 'Ada' })).toBe('Ada');
    expect(authorOf({ ...principal, label: '' })).toBe('account');
    expect(authorOf(principal)).toBe('account');
  });
});

describe('a role on a knowledge box', () => {
  it('allows all that the one before it allows, and more', () => {
    const allowed = knowledgeBoxRoles.map((role) => dataRolesOf[role]);
    for (const [index, roles] of allowed.entries()) {
      const before = allowed[index - 1] ?? [];
      expect(roles).toEqual(expect.arrayContaining([...before]));
      expect(roles.length).toBeGreaterThan(before.length);
    }
    expect(allowed.at(-1)).toEqual(dataRoles);
  });
});

describe('roles', () => {
  it('on a box give the roles on its content that the interface lists', () => {
    expect(dataRolesOf).toEqual({
      SMEMBER: ['READER'],
      SCONTRIBUTOR: ['READER', 'WRITER'],
      SOWNER: ['READER', 'WRITER', 'OWNER', 'MANAGER'],
    });
  });

  it('have the names that clients send', () => {
    expect([...knowledgeBoxRoles]).toEqual(['SMEMBER', 'SCONTRIBUTOR', 'SOWNER']);
    expect([...accountRoles]).toEqual(['AMEMBER', 'AOWNER']);
    expect([...dataRoles]).toEqual(['READER', 'WRITER', 'OWNER', 'MANAGER']);
  });
});

describe('kinds of credentials', () => {
  it('are users, their tokens, keys of a box, of an account, and what Lectern itself is', () => {
    expect([...credentialKinds].sort()).toEqual(
      ['user', 'pat', 'sa', 'temporal', 'eph', 'nua', 'scim', 'peer', 'none', 'system'].sort(),
    );
  });

  it('include Lectern itself, which may do all that a box allows', () => {
    expect(systemPrincipal).toEqual({ kind: 'system', id: 'system', roles: ['READER', 'WRITER', 'OWNER', 'MANAGER'] });
  });
});
