import { randomUUID } from 'node:crypto';
import { getAccount, listAccounts, listAllAccounts, listKnowledgeBoxIndex } from '@lectern/contracts/accounts';
import type { Principal } from '@lectern/contracts/core';
import { AccountsHost, refusalOf } from '../accounts-host.fixture';
import { AccountEntity } from './account.entity';
import { MemberEntity } from './member.entity';

describe('accounts', () => {
  let host: AccountsHost;
  beforeAll(async () => {
    host = await AccountsHost.start();
  });
  afterAll(() => host.close());

  async function createAccount(slug: string, members: readonly (readonly [Principal, MemberEntity['role']])[] = []) {
    const id = randomUUID();
    const texts = { slug, title: slug.toUpperCase(), description: null, type: 'cowork', workflow: 'classic' } as const;
    const state = { eulaAccepted: true, blockingState: 'unblocked', blockedFeatures: [] } as const;
    const created = new Date('2026-01-02T03:04:05.678Z');
    await host.run(async (tx) => {
      await tx.insert(AccountEntity, { id, ...texts, ...state, blockedFeatures: [], created });
      const rows = members.map(([{ id: userId }, role]) => ({ accountId: id, userId, role }));
      await tx.insert(MemberEntity, rows);
    });
    return id;
  }

  const get = (account: string, principal: Principal) =>
    host.bus.request(getAccount, { params: { account } }, { principal });

  it('are listed by slug with what their member may do', async () => {
    const ada = await host.createUser();
    await createAccount('zinc', [[ada, 'AOWNER']]);
    const id = await createAccount('argon', [[ada, 'AMEMBER']]);
    await createAccount('krypton', [[await host.createUser(), 'AOWNER']]);
    const { accounts } = await host.bus.request(listAccounts, {}, { principal: ada });
    expect(accounts.map(({ slug, can_manage_account }) => [slug, can_manage_account])).toEqual([
      ['argon', false],
      ['zinc', true],
    ]);
    expect(accounts[0]).toEqual({
      id,
      slug: 'argon',
      title: 'ARGON',
      type: 'cowork',
      description: null,
      can_manage_account: false,
      creation_date: '2026-01-02T03:04:05.678000',
    });
  });

  it('are shown to their members, by id and by slug', async () => {
    const [ada, bob] = [await host.createUser(), await host.createUser()];
    const id = await createAccount('neon', [
      [ada, 'AOWNER'],
      [bob, 'AMEMBER'],
    ]);
    expect(await get(id, bob)).toMatchObject({ slug: 'neon', can_manage_account: false, current_users: 2 });
    expect(await get('neon', ada)).toMatchObject({ id, can_manage_account: true, current_kbs: 0, max_kbs: -1 });
    expect(await refusalOf(get('neon', await host.createUser()))).toBe('forbidden: Forbidden');
    expect(await refusalOf(get('helium', ada))).toBe('not_found: Account not found');
  });

  it('have the index of their knowledge boxes, even of none', async () => {
    const principal = await host.root();
    const index = (account: string) => host.bus.request(listKnowledgeBoxIndex, { params: { account } }, { principal });
    expect(await index('lectern')).toEqual({ boxes: [] });
    expect(await refusalOf(index('helium'))).toBe('not_found: Account not found');
  });

  it('are listed for those who run the deployment, those without members too', async () => {
    await createAccount('xenon');
    const { accounts } = await host.bus.request(listAllAccounts, {}, { principal: await host.root() });
    const slugs = accounts.map(({ slug }) => slug);
    expect(slugs).toEqual(slugs.toSorted());
    expect(accounts).toContainEqual(expect.objectContaining({ slug: 'xenon', current_users: 0 }));
  });

  it('have a slug that no other account has, and no members who are no users', async () => {
    await createAccount('radon');
    await expect(createAccount('radon')).rejects.toThrow(/accounts_slug/);
    const nobody: Principal = { kind: 'user', id: randomUUID(), roles: [] };
    await expect(createAccount('oganesson', [[nobody, 'AMEMBER']])).rejects.toThrow(/members_user/);
  });
});
