import { randomUUID } from 'node:crypto';
import {
  createPersonalToken,
  createScimGroup,
  createScimToken,
  createScimUser,
  deleteScimGroup,
  deleteScimToken,
  deleteScimUser,
  getScimGroup,
  getScimUser,
  listAccountGroupMembers,
  listAccountGroups,
  listScimGroups,
  listScimTokens,
  listScimUsers,
  patchScimGroup,
  patchScimUser,
  replaceScimUser,
  resolveAccount,
  resolveUser,
  type ScimUser,
  type ScimUserPayload,
  verifyScimToken,
  verifyUserCredential,
} from '@lectern/contracts/accounts';
import { type Principal, systemPrincipal } from '@lectern/contracts/core';
import { MemberEntity } from '../account/member.entity';
import { AccountsHost, refusalOf } from '../accounts-host.fixture';
import { AuditEventEntity } from '../audit-log/audit-event.entity';
import { insertAccount, setVerified } from '../saml-settings/account.fixture';
import { samlKeys } from '../saml-settings/saml-keys.fixture';
import { ExternalUsers } from '../single-sign-on/external-users';
import { SignInMembership } from '../single-sign-on/sign-in-membership';
import { UserEntity } from '../user/user.entity';

const system = { principal: systemPrincipal };

describe('SCIM', () => {
  let host: AccountsHost;
  let account: string;
  let other: string;
  let owner: Principal;
  let client: Principal;

  beforeAll(async () => {
    host = await AccountsHost.start();
    account = (await host.bus.request(resolveAccount, { body: { account: 'lectern' } }, system)).id;
    other = await insertAccount(host, 'other');
    owner = { ...(await host.root()), roles: ['AOWNER', 'AMEMBER'] };
    client = { kind: 'scim', id: 'token', key: 'token', account, roles: [] };
    await host.run((tx) => setVerified(account, samlOf('acme.example'), tx));
  });
  afterAll(() => host.close());

  const samlOf = (domain: string) => ({
    domains: [domain],
    sso_url: 'https://idp.example/sso',
    entity_id: 'https://idp.example',
    x509_cert: samlKeys.idp.certificate,
    authn_context: 'exact' as const,
  });
  const as = (principal: Principal) => ({ principal });
  const common = () => ({ params: { account }, query: {}, headers: {} });
  const at = (id: string) => ({ params: { account, id }, query: {}, headers: {} });

  const create = (payload: Partial<ScimUserPayload> = {}) =>
    host.bus.request(
      createScimUser,
      { ...common(), body: { userName: `${randomUUID()}@acme.example`, ...payload } },
      as(client),
    );
  const list = (filter?: string, more: object = {}) =>
    host.bus.request(listScimUsers, { ...common(), query: { filter, ...more } }, as(client));
  const patch = (id: string, ...Operations: readonly { op: string; path?: string; value?: unknown }[]) =>
    host.bus.request(patchScimUser, { ...at(id), body: { Operations } }, as(client));
  const get = (id: string) => host.bus.request(getScimUser, at(id), as(client));
  const member = (userId: string, accountId = account) =>
    host.run(async (tx) => (await tx.findOneBy(MemberEntity, { userId, accountId }))?.role);
  const groupsOf = async (id: string) => {
    const { accounts } = await host.bus.request(resolveUser, { body: { kind: 'user', id } }, system);
    return accounts.find((one) => one.id === account)?.groups;
  };
  const newGroup = (displayName: string, members: readonly string[] = []) =>
    host.bus.request(
      createScimGroup,
      { ...common(), body: { displayName, members: members.map((value) => ({ value })) } },
      as(client),
    );
  const patchGroup = (id: string, ...Operations: readonly { op: string; path?: string; value?: unknown }[]) =>
    host.bus.request(patchScimGroup, { ...at(id), body: { Operations } }, as(client));

  describe('tokens', () => {
    it('are shown once, verified by their hash, show their last use, and end when they are revoked', async () => {
      const body = { description: 'Entra ID' };
      const made = await host.bus.request(createScimToken, { params: { account }, body }, as(owner));
      expect(made).toMatchObject({ description: 'Entra ID', created_by: owner.id, last_used: null });
      expect(made.url).toMatch(new RegExp(`/api/v1/account/${account}/scim/v2$`));
      const verify = (token: string) => host.bus.request(verifyScimToken, { body: { token } }, system);
      expect(await verify(made.token)).toMatchObject({ id: made.id, account });
      const { tokens } = await host.bus.request(listScimTokens, { params: { account } }, as(owner));
      expect(tokens).toMatchObject([{ id: made.id, last_used: expect.stringMatching(/\+00:00$/) }]);
      expect(JSON.stringify(tokens)).not.toContain(made.token);
      expect(await refusalOf(verify(`${made.token}x`))).toBe('unauthorized: Unauthorized');
      const asUser = { body: { carrier: 'authorization' as const, token: made.token } };
      expect(await refusalOf(host.bus.request(verifyUserCredential, asUser, system))).toMatch(/^unauthorized/);
      const target = { params: { account, token_id: made.id } };
      await host.bus.request(deleteScimToken, target, as(owner));
      expect(host.heard).toContainEqual({ key: made.id });
      expect(await refusalOf(verify(made.token))).toBe('unauthorized: Unauthorized');
      expect(await refusalOf(host.bus.request(deleteScimToken, target, as(owner)))).toMatch(/^not_found/);
    });

    it('of another account stay, and past ones are not made', async () => {
      const body = { description: 'x' };
      const made = await host.bus.request(createScimToken, { params: { account }, body }, as(owner));
      const target = { params: { account: other, token_id: made.id } };
      expect(await refusalOf(host.bus.request(deleteScimToken, target, as(owner)))).toMatch(/^not_found/);
      const past = { description: 'x', expires: '2020-01-01T00:00:00Z' };
      expect(
        await refusalOf(host.bus.request(createScimToken, { params: { account }, body: past }, as(owner))),
      ).toMatch('expires must be in the future');
    });
  });

  describe('people', () => {
    it('become members with the lowest role, and are shown as they were sent', async () => {
      const userName = 'Ada@acme.example';
      const name = { givenName: 'Ada', familyName: 'Lovelace' };
      const made = await create({ userName, externalId: 'e1', name, title: 'Countess' });
      expect(made).toMatchObject({ userName, externalId: 'e1', name, title: 'Countess', active: true });
      expect(made.meta?.location).toMatch(new RegExp(`/scim/v2/Users/${made.id}$`));
      expect(await member(made.id)).toBe('AMEMBER');
      expect(await get(made.id)).toEqual(made);
      const user = await host.run((tx) => tx.findOneBy(UserEntity, { id: made.id }));
      expect(user).toMatchObject({ email: 'ada@acme.example', name: 'Ada Lovelace', type: 'USER' });
    });

    it('are found by name in any case, by external id, and by parts of lists', async () => {
      const own = `x${randomUUID()}@acme.example`;
      const { id } = await create({ userName: own, externalId: 'X-7', emails: [{ value: own, type: 'work' }] });
      for (const filter of [
        `userName eq "${own.toUpperCase()}"`,
        `externalId eq "X-7"`,
        `id eq "${id}"`,
        `emails.value eq "${own}"`,
        `emails[type eq "work" and value sw "${own.slice(0, 20)}"]`,
        `urn:ietf:params:scim:schemas:core:2.0:User:userName eq "${own}"`,
        `active eq true and userName co "${own.slice(3, 30)}"`,
        `not (userName ne "${own}")`,
        `meta.created gt "2020-01-01T00:00:00Z" and externalId pr and externalId eq "X-7"`,
      ])
        expect([filter, (await list(filter)).Resources.map((one) => one.id)]).toEqual([filter, [id]]);
      expect(await list(`externalId eq "x-7"`)).toMatchObject({ totalResults: 0 });
      expect(await list(`active eq "False" and userName eq "${own}"`)).toMatchObject({ totalResults: 0 });
    });

    it('come in pages by id, members that nobody provisioned included', async () => {
      const all = await list(undefined, { count: 1_000 });
      expect(all.Resources.map(({ id }) => id)).toContain(owner.id);
      const ids = all.Resources.map(({ id }) => id);
      expect(ids).toEqual(ids.toSorted());
      const second = await list(undefined, { startIndex: 2, count: 1 });
      expect(second).toMatchObject({ totalResults: ids.length, startIndex: 2, itemsPerPage: 1 });
      expect(second.Resources[0]?.id).toBe(ids[1]);
      expect(await list(undefined, { count: 0 })).toMatchObject({ totalResults: ids.length, Resources: [] });
    });

    it('have a unique name and address in the account', async () => {
      const { userName = '' } = await create();
      expect(await refusalOf(create({ userName: userName.toUpperCase() }))).toMatch(/^conflict/);
      expect(await refusalOf(create({ userName: 'other', emails: [{ value: userName }] }))).toMatch(/^conflict/);
      expect(await refusalOf(create({ userName: 'without an address' }))).toMatch('needs a mail address');
    });

    it('lose their access, sessions and tokens at once, do not get in by single sign-on, and come back', async () => {
      const { id, userName = '' } = await create();
      const principal: Principal = { kind: 'user', id, roles: [] };
      const { token } = await host.bus.request(createPersonalToken, { body: { description: 'x' } }, as(principal));
      const verify = () =>
        host.bus.request(verifyUserCredential, { body: { carrier: 'authorization', token } }, system);
      expect((await verify()).accounts).toHaveLength(1);
      expect(await patch(id, { op: 'Replace', path: 'active', value: 'False' })).toMatchObject({ active: false });
      expect(await member(id)).toBeUndefined();
      expect(host.heard).toContainEqual({ user: id });
      expect(await refusalOf(verify())).toMatch(/^unauthorized/);
      const person = { provider: `saml:${account}`, subject: userName, email: userName };
      const signIn = host.run(async (tx) => {
        const trust = { accountId: account, makesUsers: true };
        const userId = await host.get(ExternalUsers).signIn(person, trust, tx);
        await host.get(SignInMembership).join(account, userId, tx);
      });
      expect(await refusalOf(signIn)).toBe('forbidden: The access of this person to the account has ended');
      expect(await patch(id, { op: 'replace', value: { active: true } })).toMatchObject({ active: true });
      expect(await member(id)).toBe('AMEMBER');
    });

    it('never become owners, and the last owner stays', async () => {
      expect(await refusalOf(patch(owner.id, { op: 'replace', path: 'active', value: false }))).toMatch(
        /^conflict: An account needs an owner/,
      );
      const { id } = await create({ roles: [{ value: 'AOWNER', primary: true }] });
      expect(await member(id)).toBe('AMEMBER');
      expect(await member(owner.id)).toBe('AOWNER');
    });

    it('of other accounts are linked only by the domain of the account, and keep their name', async () => {
      const [ours, theirs] = [`${randomUUID()}@acme.example`, `${randomUUID()}@b.example`];
      const users = await Promise.all([ours, theirs].map((email) => host.createUser({ email, name: 'Own Name' })));
      for (const { id: userId } of users)
        await host.run((tx) => tx.insert(MemberEntity, { accountId: other, userId, role: 'AOWNER' }));
      expect(await refusalOf(create({ userName: theirs }))).toMatch(/^conflict: A user with this address exists/);
      const linked = await create({ userName: ours, displayName: 'Renamed' });
      expect(linked.id).toBe(users[0]?.id);
      const user = await host.run((tx) => tx.findOneBy(UserEntity, { id: linked.id }));
      expect(user?.name).toBe('Own Name');
      await host.bus.request(deleteScimUser, at(linked.id), as(client));
      expect([await member(linked.id), await member(linked.id, other)]).toEqual([undefined, 'AOWNER']);
    });

    it('who run the deployment, or are disabled, are never linked', async () => {
      for (const more of [{ type: 'ROOT' as const }, { disabled: true }]) {
        const email = `${randomUUID()}@acme.example`;
        await host.createUser({ email, ...more });
        expect(await refusalOf(create({ userName: email }))).toMatch(/^conflict: A user with this address exists/);
      }
    });

    it('get a new address only of a domain of the account', async () => {
      const { id } = await create();
      const emailOf = () => host.run(async (tx) => (await tx.findOneBy(UserEntity, { id }))?.email);
      const before = await emailOf();
      await patch(id, { op: 'add', path: 'emails[type eq "work"].value', value: 'boss@victim.example' });
      expect(await emailOf()).toBe(before);
      const own = `${randomUUID()}@acme.example`;
      await patch(id, { op: 'replace', path: 'emails[type eq "work"].value', value: own });
      expect(await emailOf()).toBe(own);
      const taken = `${randomUUID()}@acme.example`;
      await host.createUser({ email: taken });
      expect(await refusalOf(patch(id, { op: 'replace', path: 'emails', value: [{ value: taken }] }))).toMatch(
        /^conflict: There is a user with the address/,
      );
    });

    it('are deleted with their user where the account made it, and are then unknown', async () => {
      const { id } = await create();
      await host.bus.request(deleteScimUser, at(id), as(client));
      expect(await host.run((tx) => tx.existsBy(UserEntity, { id }))).toBe(false);
      for (const gone of [id, randomUUID(), 'nonsense'])
        expect(await refusalOf(host.bus.request(deleteScimUser, at(gone), as(client)))).toMatch(/^not_found/);
    });

    it('of another account are not found, as those that there are not', async () => {
      const { id } = await host.createUser();
      await host.run((tx) => tx.insert(MemberEntity, { accountId: other, userId: id, role: 'AMEMBER' }));
      const texts = await Promise.all([id, randomUUID()].map((one) => refusalOf(get(one))));
      expect(texts.map((text) => text.replace(/[0-9a-f-]{36}/, 'ID'))).toEqual(
        Array(2).fill('not_found: The account has no person with the id ID'),
      );
      expect((await list(`id eq "${id}"`)).totalResults).toBe(0);
    });

    it('are replaced as a whole, and stay active where nothing is said', async () => {
      const { id, userName = '' } = await create({ title: 'one', displayName: 'A' });
      const replaced: ScimUser = await host.bus.request(
        replaceScimUser,
        { ...at(id), body: { userName, displayName: 'B' } },
        as(client),
      );
      expect(replaced).toMatchObject({ displayName: 'B', active: true });
      expect(replaced).not.toHaveProperty('title');
    });

    it('are provisioned once, also by two requests at once', async () => {
      const userName = `${randomUUID()}@acme.example`;
      const texts = await Promise.all([1, 2, 3].map(() => refusalOf(create({ userName }))));
      expect(texts.filter((text) => text === 'accepted')).toHaveLength(1);
      expect(texts.filter((text) => text.startsWith('conflict'))).toHaveLength(2);
    });

    it.each([
      ['unread', 'userName eq'],
      ['nested too deeply', `${'('.repeat(1_000)}userName pr${')'.repeat(1_000)}`],
      ['negated too often', `${'not '.repeat(500)}userName pr`],
      ['of too many conditions', Array(80).fill('title pr').join(' or ')],
      ['of an unknown attribute', 'password eq "x"'],
      ['of a complex attribute', 'name eq "x"'],
      ['of another type', 'userName eq 5'],
      ['with a null byte', 'userName eq "\0"'],
    ])('are not listed by a filter that is %s', async (_, filter) => {
      expect(await refusalOf(list(filter))).toMatch(/^bad_request/);
    });
  });

  describe('groups', () => {
    it('are the security groups of their people, and of nobody before the first one', async () => {
      const [ada, bob] = [await create(), await create()];
      for (const { id } of (await host.bus.request(listScimGroups, common(), as(client))).Resources)
        await host.bus.request(deleteScimGroup, at(id), as(client));
      expect(await groupsOf(ada.id)).toBeUndefined();
      const { id } = await newGroup('Chefs', [ada.id]);
      expect([await groupsOf(ada.id), await groupsOf(bob.id)]).toEqual([['Chefs'], []]);
      expect(host.heard).toContainEqual({ account });
      await patchGroup(id, { op: 'Add', path: 'members', value: [{ value: bob.id }] });
      expect(await groupsOf(bob.id)).toEqual(['Chefs']);
      host.heard.length = 0;
      await patchGroup(id, { op: 'Remove', path: `members[value eq "${ada.id}"]` });
      expect(await groupsOf(ada.id)).toEqual([]);
      expect(host.heard).toEqual([{ user: ada.id }]);
      await patchGroup(id, { op: 'replace', value: { id, displayName: 'Cooks' } });
      expect(await groupsOf(bob.id)).toEqual(['Cooks']);
      await host.bus.request(deleteScimGroup, at(id), as(client));
      expect(await groupsOf(bob.id)).toBeUndefined();
    });

    it('are shown with their people, or without', async () => {
      const ada = await create({ displayName: 'Ada' });
      const { id } = await newGroup(`G${randomUUID()}`, [ada.id]);
      const shown = await host.bus.request(getScimGroup, at(id), as(client));
      expect(shown.members).toEqual([{ value: ada.id, display: 'Ada', type: 'User' }]);
      const query = { excludedAttributes: 'members', filter: `members eq "${ada.id}"` };
      const listed = await host.bus.request(listScimGroups, { ...common(), query }, as(client));
      expect(listed.Resources).toMatchObject([{ id }]);
      expect(listed.Resources[0]).not.toHaveProperty('members');
      expect((await get(ada.id)).groups).toMatchObject([{ value: id }]);
      const { groups } = await host.bus.request(listAccountGroups, { params: { account } }, as(owner));
      expect(groups).toContainEqual(expect.objectContaining({ id, members: 1 }));
      const target = { params: { account, group_id: id } };
      const { users } = await host.bus.request(listAccountGroupMembers, target, as(owner));
      expect(users).toMatchObject([{ id: ada.id, name: 'Ada', active: true }]);
    });

    it('take people of the account only, in all forms of changes', async () => {
      const stranger = await host.createUser();
      const { id } = await newGroup(`G${randomUUID()}`);
      const add = (value: unknown) => refusalOf(patchGroup(id, { op: 'add', path: 'members', value }));
      for (const value of [stranger.id, randomUUID(), 'nobody'])
        expect(await add([{ value }])).toMatch(/^bad_request: The account has no person with the id/);
      expect(await add([{ value: owner.id, type: 'Group' }])).toMatch('Groups in groups are not supported');
      expect(await add({ value: owner.id })).toBe('accepted');
      const remove = { op: 'remove', path: 'members', value: [{ value: owner.id }, { value: randomUUID() }] };
      await patchGroup(id, remove, { op: 'remove', path: 'members' });
      expect((await host.bus.request(getScimGroup, at(id), as(client))).members).toEqual([]);
    });

    it('have a name of their own, in any case', async () => {
      const name = `G${randomUUID()}`;
      await newGroup(name);
      expect(await refusalOf(newGroup(name.toUpperCase()))).toMatch(/^conflict/);
      const found = await host.bus.request(
        listScimGroups,
        { ...common(), query: { filter: `displayName eq "${name.toLowerCase()}"` } },
        as(client),
      );
      expect(found.totalResults).toBe(1);
    });

    it('of 10,000 people are changed in one request, and others wait no longer than that takes', async () => {
      const ids = Array.from({ length: 10_000 }, () => randomUUID());
      await host.run((tx) =>
        tx.query(
          `INSERT INTO "users" ("id", "email", "name", "type", "language", "disabled", "created")
          SELECT "id", "id" || '@many.example', 'Many', 'USER', 'EN', false, now()
          FROM unnest($1::uuid[]) AS "given" ("id")`,
          [ids],
        ),
      );
      await host.run((tx) =>
        tx.query(`INSERT INTO "members" SELECT $1, "id", 'AMEMBER' FROM unnest($2::uuid[]) AS "given" ("id")`, [
          account,
          ids,
        ]),
      );
      const { id } = await newGroup(`G${randomUUID()}`);
      const operations = ids.map((value) => ({ op: 'Add', path: 'members', value: [{ value }] }));
      let [longestMs, last] = [0, performance.now()];
      const ticks = setInterval(() => {
        longestMs = Math.max(longestMs, performance.now() - last);
        last = performance.now();
      }, 5);
      await patchGroup(id, ...operations);
      clearInterval(ticks);
      expect((await host.bus.request(getScimGroup, at(id), as(client))).members).toHaveLength(10_000);
      expect(host.heard.slice(-1)).toEqual([{ account }]);
      expect(longestMs).toBeLessThan(1_000);
      const { id: full } = await create();
      expect(await refusalOf(patchGroup(id, { op: 'add', path: 'members', value: full }))).toMatch(/^quota_exceeded/);
      await patchGroup(id, ...ids.map((one) => ({ op: 'Remove', path: `members[value eq "${one}"]` })));
      expect((await host.bus.request(getScimGroup, at(id), as(client))).members).toEqual([]);
    });

    it('and people are in the audit log, with what changed', async () => {
      const rows = await host.run((tx) => tx.findBy(AuditEventEntity, { accountId: account }));
      const actions = new Set(rows.map(({ action }) => action));
      for (const action of ['scim_token_created', 'person_provisioned', 'person_changed', 'group_changed'] as const)
        expect(actions).toContain(action);
    });
  });
});
