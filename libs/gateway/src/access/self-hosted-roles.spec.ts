import type { IncomingMessage } from 'node:http';
import { WireNames } from '@lectern/contracts/core';
import { claimedRoles, rolesOfClaim } from './self-hosted-roles';

const claimed = (headers: Readonly<Record<string, string | undefined>>, names = WireNames.canonical) =>
  // All that is read of a request.
  claimedRoles({ headers: { host: 'localhost:8080', ...headers } } as unknown as IncomingMessage, names);

describe('roles that a request claims by their header alone', () => {
  it('are those of the data plane, in any order, case and spelling', () => {
    expect(claimed({ 'x-kbdb-roles': 'manager; READER;ROOT' })).toEqual(['READER', 'MANAGER']);
    const names = WireNames.parse('{"headers": {"x-kbdb-roles": {"accept": ["x-acme-roles"]}}}');
    expect(claimed({ 'x-acme-roles': 'WRITER' }, names)).toEqual(['WRITER']);
    expect(claimed({})).toEqual([]);
  });

  it('are none for pages of other machines, and under names that are not of this machine', () => {
    const roles = { 'x-kbdb-roles': 'READER' };
    for (const other of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost.evil.example' },
      { host: 'evil.example:8080' },
      { 'sec-fetch-site': 'cross-site' },
    ])
      expect([other, claimed({ ...roles, ...other })]).toEqual([other, []]);
    for (const own of [{ origin: 'http://localhost:4200' }, { host: '127.0.0.1' }, { host: '[::1]:8080' }])
      expect([own, claimed({ ...roles, ...own })]).toEqual([own, ['READER']]);
  });

  it('let whoever writes read, and only managers manage', () => {
    expect(rolesOfClaim(['WRITER'])).toEqual(['READER', 'WRITER', 'AMEMBER']);
    expect(rolesOfClaim(['MANAGER'])).toEqual(expect.arrayContaining(['READER', 'MANAGER', 'AOWNER', 'SOWNER']));
    expect(rolesOfClaim(['MANAGER'])).not.toContain('ROOT');
  });
});
