import { getUser, getUserProfile, readUserNames } from '@lectern/contracts/accounts';
import { systemPrincipal } from '@lectern/contracts/core';
import { MemberEntity } from '../account/member.entity';
import { AccountsHost, refusalOf } from '../accounts-host.fixture';
import { UserEntity } from '../user/user.entity';

describe('users', () => {
  let host: AccountsHost;
  let account: string;
  beforeAll(async () => {
    host = await AccountsHost.start();
    const principal = await host.root();
    const { accounts } = await host.bus.request(getUserProfile, {}, { principal });
    account = accounts[0] ?? '';
  });
  afterAll(() => host.close());

  const names = async (ids: readonly string[]) =>
    (await host.bus.request(readUserNames, { body: { ids: [...ids] } }, { principal: systemPrincipal })).users;
  const join = (userId: string, role: MemberEntity['role']) =>
    host.run((tx) => tx.insert(MemberEntity, { accountId: account, userId, role }));

  it('may be deleted while no account depends on them', async () => {
    const [ada, root] = [await host.createUser(), await host.root()];
    const profile = async (principal: typeof root) => host.bus.request(getUserProfile, {}, { principal });
    expect(await profile(ada)).toMatchObject({ can_be_deleted: true, accounts: [], create: true });
    await join(ada.id, 'AMEMBER');
    expect(await profile(ada)).toMatchObject({ can_be_deleted: true, accounts: [account], dependant_accounts: [] });
    expect(await profile(root)).toMatchObject({ can_be_deleted: false, create: true });
    await host.run((tx) => tx.update(MemberEntity, { userId: ada.id }, { role: 'AOWNER' }));
    expect(await profile(root)).toMatchObject({ can_be_deleted: true, dependant_accounts: [] });
    await host.run((tx) => tx.delete(MemberEntity, { userId: ada.id }));
  });

  it('are refused once they are gone or disabled, although their credential was valid a moment ago', async () => {
    const ada = await host.createUser();
    expect(await host.bus.request(getUser, {}, { principal: ada })).toMatchObject({ id: ada.id, name: 'Ada' });
    await host.run((tx) => tx.update(UserEntity, { id: ada.id }, { disabled: true }));
    const refused = 'unauthorized: Unauthorized';
    expect(await refusalOf(host.bus.request(getUser, {}, { principal: ada }))).toBe(refused);
    expect(await refusalOf(host.bus.request(getUserProfile, {}, { principal: ada }))).toBe(refused);
  });

  it('are named even when disabled, since what they did stays', async () => {
    const ada = await host.createUser({ disabled: true });
    expect(await names([ada.id])).toEqual([{ id: ada.id, name: 'Ada', email: ada.email }]);
  });

  it('are named up to a thousand at once', async () => {
    const ids = Array.from({ length: 1_001 }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`);
    expect(await names(ids.slice(1))).toEqual([]);
    expect(await refusalOf(names(ids))).toBe('invalid_request: At most 1000 users at once');
  });

  it('have an address that no other user has', async () => {
    const { email } = await host.createUser();
    await expect(host.createUser({ email })).rejects.toThrow(/users_email/);
  });
});
