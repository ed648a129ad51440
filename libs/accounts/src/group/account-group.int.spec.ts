import { randomUUID } from 'node:crypto';
import {
  createAccountGroup,
  createScimGroup,
  deleteAccountGroup,
  getScimGroup,
  type GroupOrigin,
  listAccountGroupMembers,
  listAccountGroups,
  listScimGroups,
  patchScimGroup,
  renameAccountGroup,
  resolveUser,
  scimSchema,
  updateAccountGroupMembers,
} from '@lectern/contracts/accounts';
import { type Principal, systemPrincipal } from '@lectern/contracts/core';
import { MemberEntity } from '../account/member.entity';
import { AccountsHost, refusalOf } from '../accounts-host.fixture';
import { AuditEventEntity } from '../audit-log/audit-event.entity';
import { insertAccount } from '../saml-settings/account.fixture';
import { AssertedGroups } from './asserted-groups';

const scimHeaders = { reached: 'https://lectern.example' };

describe('groups of an account', () => {
  let host: AccountsHost;
  let root: Principal;
  let account: string;
  let ada: string;
  let bo: string;

  const asOwner = () => ({ principal: { ...root, roles: ['AOWNER' as const] } });
  const create = (name: string) =>
    host.bus.request(createAccountGroup, { params: { account }, body: { name } }, asOwner());
  const update = (group_id: string, body: { add?: string[]; delete?: string[] }) =>
    host.bus.request(updateAccountGroupMembers, { params: { account, group_id }, body }, asOwner());
  const rename = (group_id: string, name: string) =>
    host.bus.request(renameAccountGroup, { params: { account, group_id }, body: { name } }, asOwner());
  const remove = (group_id: string, of = account) =>
    host.bus.request(deleteAccountGroup, { params: { account: of, group_id } }, asOwner());
  const listed = async () => {
    const { groups } = await host.bus.request(listAccountGroups, { params: { account } }, asOwner());
    return groups.map(({ name, origin, members }) => `${name} ${origin} ${members}`);
  };
  const idOf = async (name: string) => {
    const { groups } = await host.bus.request(listAccountGroups, { params: { account } }, asOwner());
    return groups.find((group) => group.name === name)?.id ?? '';
  };
  const groupsOf = async (id: string) =>
    (await host.bus.request(resolveUser, { body: { kind: 'user', id } }, { principal: systemPrincipal })).accounts[0]
      ?.groups;
  const assert = (userId: string, ...names: string[]) =>
    host.run((tx) => host.get(AssertedGroups).set({ accountId: account, userId }, names, tx));
  const byScim = (displayName: string) =>
    host.bus.request(
      createScimGroup,
      { params: { account }, query: {}, headers: scimHeaders, body: { displayName, schemas: [scimSchema.group] } },
      asOwner(),
    );
  const member = async () => {
    const { id: userId } = await host.createUser();
    await host.run((tx) => tx.insert(MemberEntity, { accountId: account, userId, role: 'AMEMBER' }));
    return userId;
  };

  beforeAll(async () => {
    host = await AccountsHost.start();
    root = await host.root();
  });
  beforeEach(async () => {
    account = await insertAccount(host, `acme-${randomUUID()}`);
    [ada, bo] = [await member(), await member()];
    host.heard.length = 0;
  });
  afterAll(() => host.close());

  describe('that owners make', () => {
    it('have a name, then people, and are gone when they are deleted', async () => {
      expect(await groupsOf(ada)).toBeUndefined();
      const { id, ...made } = await create('  Chefs ');
      expect(made).toMatchObject({ name: 'Chefs', origin: 'hand', external_id: null, members: 0 });
      expect(host.heard).toContainEqual({ account });
      await update(id, { add: [ada.toUpperCase(), bo] });
      expect(await groupsOf(ada)).toEqual(['Chefs']);
      await update(id, { delete: [bo, randomUUID()], add: [bo] });
      expect(await listed()).toEqual(['Chefs hand 1']);
      await rename(id, 'cooks');
      expect([await groupsOf(ada), await groupsOf(bo)]).toEqual([['cooks'], []]);
      await remove(id);
      expect(await groupsOf(ada)).toBeUndefined();
      const acts = await host.run((tx) => tx.findBy(AuditEventEntity, { accountId: account }));
      expect(acts.map(({ action }) => action).filter((action) => action.startsWith('group_'))).toHaveLength(5);
    });

    it('share no name, in any case, wherever the other one comes from', async () => {
      const { id } = await create('Chefs');
      expect(await refusalOf(create('CHEFS'))).toBe('conflict: There is a group with the name CHEFS already');
      await byScim('Waiters');
      expect(await refusalOf(rename(id, 'waiters'))).toMatch('conflict');
      expect(await refusalOf(byScim('chefs'))).toMatch('conflict');
    });

    it('take only people of the account, all who are named or nobody', async () => {
      const { id } = await create('Chefs');
      const { id: stranger } = await host.createUser();
      expect(await refusalOf(update(id, { add: [ada, stranger] }))).toBe(
        `bad_request: The account has no person with the id ${stranger}`,
      );
      expect(await listed()).toEqual(['Chefs hand 0']);
    });

    it('are not of another account', async () => {
      const { id } = await create('Chefs');
      const other = await insertAccount(host, `other-${randomUUID()}`);
      expect(await refusalOf(remove(id, other))).toMatch('not_found');
      expect(await refusalOf(remove(randomUUID()))).toMatch('not_found');
    });

    it('are invisible to SCIM, which cannot change them', async () => {
      const { id } = await create('Chefs');
      const request = { params: { account, id }, query: {}, headers: scimHeaders };
      const Operations = [{ op: 'replace', path: 'displayName', value: 'Mine' }];
      const body = { schemas: [scimSchema.patch], Operations };
      expect(await refusalOf(host.bus.request(getScimGroup, request, asOwner()))).toMatch('not_found');
      expect(await refusalOf(host.bus.request(patchScimGroup, { ...request, body }, asOwner()))).toMatch('not_found');
      const list = { params: { account }, query: {}, headers: scimHeaders };
      expect((await host.bus.request(listScimGroups, list, asOwner())).totalResults).toBe(0);
    });
  });

  describe('of an identity provider', () => {
    it('are not changed by hand; those of assertions can be deleted', async () => {
      const { id: scim } = await byScim('Waiters');
      await assert(ada, 'Chefs');
      const saml = await idOf('Chefs');
      for (const id of [scim, saml]) {
        expect(await refusalOf(rename(id, 'mine'))).toMatch('conflict');
        expect(await refusalOf(update(id, { add: [bo] }))).toMatch('conflict');
      }
      expect(await refusalOf(remove(scim))).toMatch('conflict: The identity provider manages this group by SCIM');
      await remove(saml);
      expect(await listed()).toEqual(['Waiters scim 0']);
    });

    it('are those that the last assertion names: others lose the person, and keep their place', async () => {
      await assert(ada, 'Chefs', 'chefs', 'Bakers');
      await assert(bo, 'chefs');
      expect(await groupsOf(ada)).toEqual(['Bakers', 'Chefs']);
      expect(host.heard).toContainEqual({ account });
      await assert(ada, 'Bakers');
      expect([await groupsOf(ada), await groupsOf(bo)]).toEqual([['Bakers'], ['Chefs']]);
      expect(host.heard).toContainEqual({ user: ada });
      await assert(ada);
      expect(await groupsOf(ada)).toEqual([]);
      expect(await listed()).toEqual(['Bakers saml 0', 'Chefs saml 1']);
      const heard = host.heard.length;
      await assert(ada);
      expect(host.heard).toHaveLength(heard);
    });

    it.each<GroupOrigin>(['hand', 'scim'])('by assertions leave a group that came by %s alone', async (origin) => {
      const { id } = origin === 'hand' ? await create('Chefs') : await byScim('Chefs');
      await assert(ada, 'Chefs', 'Bakers');
      expect(await groupsOf(ada)).toEqual(['Bakers']);
      const { users } = await host.bus.request(
        listAccountGroupMembers,
        { params: { account, group_id: id } },
        asOwner(),
      );
      expect(users).toEqual([]);
    });

    it('have names of at most 256 characters on one line; other values of assertions count for nothing', async () => {
      await assert(ada, '', '   ', 'a'.repeat(257), 'two\nlines', 'nul\0', ` ${'b'.repeat(256)} `);
      expect(await groupsOf(ada)).toEqual(['b'.repeat(256)]);
    });

    it('are at most 500 of one person, other groups included', async () => {
      await update((await create('Chefs')).id, { add: [ada] });
      await assert(ada, ...Array.from({ length: 600 }, (_, index) => `g${index}`));
      expect(await groupsOf(ada)).toHaveLength(500);
      expect(await groupsOf(ada)).toContain('Chefs');
    });
  });
});
