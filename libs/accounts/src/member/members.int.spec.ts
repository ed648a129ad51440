import {
  addManagedMember,
  announceZone,
  createAccount,
  deleteAccount,
  getAccount,
  getAccountMember,
  listAccountMembers,
  modifyManagedMember,
  purgeAccount,
  removeManagedMember,
  searchAccountMembers,
  updateAccountMembers,
} from '@lectern/contracts/accounts';
import { type Principal, systemPrincipal } from '@lectern/contracts/core';
import { setTimeout as sleep } from 'node:timers/promises';
import { AccountsHost, refusalOf } from '../accounts-host.fixture';

const asOwner = (principal: Principal): Principal => ({ ...principal, roles: ['AOWNER', 'AMEMBER'] });
const asMember = (principal: Principal): Principal => ({ ...principal, roles: ['AMEMBER'] });

describe('users of an account', () => {
  let host: AccountsHost;
  let owner: Principal;
  let account: string;

  beforeAll(async () => {
    host = await AccountsHost.start({ ACCOUNT_LIMITS: '*.max_users=3', ACCOUNTS_PER_USER_MAX: '1000' });
    const zone = { slug: 'local', title: 'Local', origin: 'http://localhost' };
    await host.bus.request(announceZone, { body: zone }, { principal: systemPrincipal });
  });
  afterAll(() => host.close());
  beforeEach(async () => {
    owner = asOwner(await host.createUser({ name: 'Olga' }));
    const body = { title: 'Acme', workflow: 'classic', eula_accepted: false } as const;
    ({ id: account } = await host.bus.request(createAccount, { body }, { principal: owner }));
    host.heard.length = 0;
    host.duties.length = 0;
  });

  const update = (body: object, principal = owner) =>
    refusalOf(host.bus.request(updateAccountMembers, { params: { account }, body }, { principal }));
  const roles = async () => {
    const { users } = await host.bus.request(listAccountMembers, { params: { account } }, { principal: owner });
    return Object.fromEntries(users.map(({ id, role }) => [id, role]));
  };
  /** Once the zone was asked for something. */
  async function dutiesDone(count: number): Promise<readonly object[]> {
    for (let tries = 0; tries < 200 && host.duties.length < count; tries += 1) await sleep(50);
    return host.duties;
  }

  it('are added, get another role by being added again, and are told apart', async () => {
    const { id } = await host.createUser({ name: 'Ada Lovelace' });
    expect(await update({ add: [{ id, role: 'AMEMBER' }] })).toBe('accepted');
    expect(await update({ add: [{ id: id.toUpperCase(), role: 'AOWNER' }] })).toBe('accepted');
    expect(await roles()).toEqual({ [owner.id]: 'AOWNER', [id]: 'AOWNER' });
    expect(host.heard).toContainEqual({ user: id });
    const params = { account, user_id: id };
    expect(await host.bus.request(getAccountMember, { params }, { principal: owner })).toEqual({
      id,
      name: 'Ada Lovelace',
      email: `${id}@example.org`,
      role: 'AOWNER',
    });
    const stranger = { account, user_id: (await host.createUser()).id };
    expect(await refusalOf(host.bus.request(getAccountMember, { params: stranger }, { principal: owner }))).toBe(
      'not_found: The account has no such user',
    );
  });

  it.each(['lovel', 'LOVELACE', '100%', '@EXAMPLE.org'])(
    'are found by a part of name or address: %s',
    async (query) => {
      const { id } = await host.createUser({ name: 'Ada Lovelace 100%' });
      await update({ add: [{ id, role: 'AMEMBER' }] });
      const request = { params: { account }, query: { query } };
      const { users } = await host.bus.request(searchAccountMembers, request, { principal: owner });
      expect(users.map((user) => user.id)).toContain(id);
      const nobody = { params: { account }, query: { query: '%_' } };
      expect(await host.bus.request(searchAccountMembers, nobody, { principal: owner })).toEqual({ users: [] });
    },
  );

  it('always have an owner, also of two who leave at once', async () => {
    const last = 'conflict: An account needs an owner: the last one cannot be removed or get another role';
    expect(await update({ delete: [owner.id] })).toBe(last);
    expect(await update({ add: [{ id: owner.id, role: 'AMEMBER' }] })).toBe(last);
    const other = await host.createUser();
    await update({ add: [{ id: other.id, role: 'AOWNER' }] });
    const leaving = [update({ delete: [owner.id] }), update({ delete: [other.id] }, asOwner(other))];
    expect((await Promise.all(leaving)).toSorted()).toEqual(['accepted', last]);
    expect(Object.values(await roles())).toEqual(['AOWNER']);
  });

  it('are all changed, or none of them', async () => {
    const { id } = await host.createUser();
    const unknown = '00000000-0000-4000-8000-000000000000';
    const add = [id, unknown].map((one) => ({ id: one, role: 'AMEMBER' }));
    expect(await update({ add })).toMatch(/^not_found: There is no user 0{8}-/);
    expect(await roles()).toEqual({ [owner.id]: 'AOWNER' });
    const disabled = await host.createUser({ disabled: true });
    expect(await update({ add: [{ id: disabled.id, role: 'AMEMBER' }] })).toMatch(/^not_found/);
  });

  it('may leave by themselves, and do no more', async () => {
    const [ada, bob] = [await host.createUser(), await host.createUser()];
    await update({ add: [ada, bob].map(({ id }) => ({ id, role: 'AMEMBER' })) });
    expect(await update({ delete: [bob.id] }, asMember(ada))).toBe('forbidden: Forbidden');
    expect(await update({ add: [{ id: ada.id, role: 'AOWNER' }] }, asMember(ada))).toBe('forbidden: Forbidden');
    expect(await update({ delete: [ada.id] }, asMember(ada))).toBe('accepted');
    expect(Object.keys(await roles()).toSorted()).toEqual([owner.id, bob.id].toSorted());
    expect(await dutiesDone(1)).toEqual([{ account, users: [ada.id] }]);
  });

  it('are no more than the type of the account allows, however many come at once', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => host.createUser()));
    const answers = await Promise.all(users.map(({ id }) => update({ add: [{ id, role: 'AMEMBER' }] })));
    expect(answers.filter((one) => one === 'accepted')).toHaveLength(2);
    expect(answers.find((one) => one !== 'accepted')).toMatch(/^quota_exceeded: The account may have 3 users/);
    const record = await host.bus.request(getAccount, { params: { account } }, { principal: owner });
    expect(record).toMatchObject({ current_users: 3, max_users: 3 });
    const [kept] = Object.keys(await roles()).filter((id) => id !== owner.id);
    // Another role takes no more room.
    expect(await update({ add: [{ id: kept, role: 'AOWNER' }] })).toBe('accepted');
  });

  it('are changed by who runs the deployment, in any account', async () => {
    const { id } = await host.createUser();
    const call = { principal: await host.root() };
    const params = { account, user_id: id };
    const body = { role: 'AMEMBER' } as const;
    const add = () => refusalOf(host.bus.request(addManagedMember, { params, body }, call));
    const change = () => refusalOf(host.bus.request(modifyManagedMember, { params, body: { role: 'AOWNER' } }, call));
    const remove = () => refusalOf(host.bus.request(removeManagedMember, { params }, call));
    expect([await change(), await remove()]).toEqual(Array(2).fill('not_found: The account has no such user'));
    expect([await add(), await add()]).toEqual(['accepted', 'conflict: The user is a member of the account already']);
    expect(await change()).toBe('accepted');
    expect(await roles()).toMatchObject({ [id]: 'AOWNER' });
    expect(await remove()).toBe('accepted');
    expect(await dutiesDone(1)).toEqual([{ account, users: [id] }]);
  });

  it('are gone with their account, which needs a proof, and zones remove what they hold', async () => {
    const call = { principal: owner };
    const remove = (headers = {}) => refusalOf(host.bus.request(deleteAccount, { params: { account }, headers }, call));
    expect(await remove()).toMatch(/^forbidden: Prove that it is you/);
    expect(await remove({ 'x-otp-email': '000000' })).toMatch(/^forbidden: The code in x-otp-email is wrong/);
    await host.bus.request(purgeAccount, { params: { account } }, { principal: await host.root() });
    expect(await refusalOf(host.bus.request(getAccount, { params: { account } }, call))).toMatch(/^not_found/);
    expect(host.heard).toEqual(expect.arrayContaining([{ account }, { user: owner.id }]));
    expect(await dutiesDone(1)).toEqual([{ account }]);
  });
});
