import { doorsOf } from '../core/door';
import { isBetweenHosts } from '../core/between-hosts';
import { accountsOperations, gatewayOperations } from './operations';

/** Paths of people who sign in or up. */
const OPEN = /^\/(?:api\/auth|oauth2|user|\.well-known|redirect|device)\b/;

const doors = accountsOperations.flatMap(doorsOf);

/** Kinds of credentials for operations that are not open. */
function kindsOf(door: (typeof doors)[number]): readonly string[] {
  if (isBetweenHosts(door)) return ['peer'];
  return [door.http?.path].flat().some((path) => path?.includes('/scim/v2/')) ? ['scim'] : ['user', 'pat'];
}

describe('operations of the accounts service', () => {
  it('have names of their own, which begin with the service', () => {
    const names = [...accountsOperations, ...gatewayOperations].map(({ name }) => name);
    expect(names.filter((name) => !/^accounts(\.[a-z0-9-]+){2}$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('are on the host of accounts', () => {
    expect(doors.filter(({ http }) => http?.host !== 'accounts').map(({ door }) => door)).toEqual([]);
  });

  it('take users and their tokens, people who sign in or up, and between hosts nothing but peers', () => {
    const open = doors.filter(({ policy }) => policy?.credentials.includes('none'));
    const elsewhere = open.filter(({ http }) => ![http?.path].flat().every((path) => OPEN.test(path ?? '')));
    expect(elsewhere.map(({ door }) => door)).toEqual(['accounts.account-type.list']);
    for (const one of doors.filter((door) => !open.includes(door)))
      expect([one.door, one.policy?.credentials]).toEqual([one.door, kindsOf(one)]);
  });

  it('between hosts are reads, or do no harm twice', () => {
    expect(doors.filter(isBetweenHosts).map(({ door }) => door)).toEqual([
      'accounts.account.resolve',
      'accounts.credential.verify',
      'accounts.access-change.list',
      'accounts.member.join',
      'accounts.audit.report',
      'accounts.scim-token.verify',
      'accounts.session.end',
      'accounts.session.open',
      'accounts.user.names',
      'accounts.user.resolve',
      'accounts.usage.record',
      'accounts.usage.position',
      'accounts.usage.forget',
      'accounts.zone.announce',
    ]);
  });

  it('that run the deployment ask for ROOT', () => {
    const managing = doors.filter(({ http }) =>
      [http?.path ?? []].flat().some((path) => path.startsWith('/api/manage/')),
    );
    expect(managing.map(({ policy }) => policy?.role)).toEqual(managing.map(() => 'ROOT'));
    expect(doors.filter(({ policy }) => policy?.role === 'ROOT')).toHaveLength(12);
  });
});
