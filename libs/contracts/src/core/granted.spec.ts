import fc from 'fast-check';
import { isGranted } from './granted';
import { accountRoles, dataRoles, knowledgeBoxRoles, type Role, userRoles } from './principal';

const all: readonly Role[] = [...dataRoles, ...knowledgeBoxRoles, ...accountRoles, ...userRoles];

describe('a role that a policy asks for', () => {
  it('is held or not: no role implies another', () => {
    for (const wanted of all)
      for (const held of all)
        expect([wanted, held, isGranted({ role: wanted }, [held])]).toEqual([wanted, held, wanted === held]);
  });

  it('may be one of several', () => {
    expect(isGranted({ role: ['MANAGER', 'READER'] }, ['READER'])).toBe(true);
    expect(isGranted({ role: ['MANAGER', 'READER'] }, ['WRITER'])).toBe(false);
    expect(isGranted({ role: [] }, all)).toBe(false);
  });

  it('may be any, also none', () => {
    expect(isGranted({ role: 'any' }, [])).toBe(true);
    expect(isGranted({ role: 'READER' }, [])).toBe(false);
  });

  it('is never lost by holding more', () => {
    const roles = fc.subarray([...all]);
    fc.assert(
      fc.property(fc.constantFrom(...all), roles, roles, (role, some, more) => {
        if (isGranted({ role }, some)) expect(isGranted({ role }, [...more, ...some])).toBe(true);
      }),
    );
  });
});
