import { faults, list, routesOf } from '../../validation/requests.fixture';
import * as former from './former-account.operations';

const account = '00000000-0000-4000-8000-000000000001';

describe('former accounts and members', () => {
  it('are named to a zone by the accounts host', () => {
    expect(routesOf(...Object.values(former))).toEqual({
      'POST /peer/kb.former-account.remove-members': '200 json; any of nothing; peer',
      'POST /peer/kb.former-account.purge': '200 json; any of nothing; peer',
    });
  });

  it('are an account, and at most 1,000 users', () => {
    const users = (count: number) => ({ body: { account, users: list(count, String) } });
    expect(faults(former.removeFormerMembersOfAccount, users(1_000))).toEqual([]);
    expect(faults(former.removeFormerMembersOfAccount, users(1_001))).toHaveLength(1);
    expect(faults(former.purgeFormerAccount, { body: { account: 'acme' } })).toHaveLength(1);
  });
});
