import { authorOf, dataRoles, dataRolesOf, knowledgeBoxRoles, type Principal } from './principal';

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
