import {
  createAccount,
  createAccountGroup,
  createScimGroup,
  createScimToken,
  createScimUser,
  deleteAccountGroup,
  deleteScimGroup,
  deleteScimToken,
  deleteScimUser,
  getScimConfiguration,
  getScimGroup,
  getScimResourceType,
  getScimSchema,
  getScimUser,
  listAccountGroupMembers,
  listAccountGroups,
  listScimGroups,
  listScimResourceTypes,
  listScimSchemas,
  listScimTokens,
  listScimUsers,
  patchScimGroup,
  patchScimUser,
  renameAccountGroup,
  replaceScimGroup,
  replaceScimUser,
  scimSchema,
  updateAccountGroupMembers,
} from '@lectern/contracts/accounts';
import { createKnowledgeBoxEphemeralToken, updateKnowledgeBoxUsers } from '@lectern/contracts/knowledge-box';
import { randomUUID } from 'node:crypto';
import { answerText, type Client, type KnowledgeBoxClient, until } from '../harness/client';
import { apiKey, bearer } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { caller, type Mode, server } from '../harness/modes';
import { newUser, type User } from '../harness/users';

/** What is taken away acts within this time, everywhere. */
const TAKEN_WITHIN_MS = 5_000;

/** An account with an owner, a box, and an identity provider. */
async function world(mode: Mode) {
  const owner = caller(mode, (await newUser(mode)).credential);
  const { id: account } = await owner.api.call(createAccount, { body: { title: `Acme ${randomUUID()}` } });
  const kb = await until(() => owner.createKnowledgeBox({}, account).catch(() => undefined), 'the owner has a box');
  const made = await owner.api.call(createScimToken, { params: { account }, body: { description: 'Entra ID' } });
  return { owner, account, kb, made, idp: caller(mode, bearer(made.token)) };
}

inStandalone('SCIM, %s', (mode) => {
  let owner: Client;
  let idp: Client;
  let account: string;
  let kb: KnowledgeBoxClient;
  let tokenId: string;
  let base: string;

  beforeAll(async () => {
    const made = await world(mode);
    ({ owner, idp, account, kb } = made);
    tokenId = made.made.id;
    base = `/account/${account}/scim/v2`;
  });

  const params = () => ({ account });
  const provision = (email: string, more: object = {}) =>
    idp.api.call(createScimUser, { params: params(), body: { userName: email, ...more } });
  const patchGroup = (id: string, ...Operations: readonly { op: string; path?: string; value?: unknown }[]) =>
    idp.api.call(patchScimGroup, {
      params: { account, id },
      body: { schemas: [scimSchema.patch], Operations: [...Operations] },
    });

  it('says what it can do', async () => {
    const configuration = await idp.api.call(getScimConfiguration, { params: params() });
    expect(configuration).toMatchObject({ patch: { supported: true }, bulk: { supported: false } });
    const types = await idp.api.call(listScimResourceTypes, { params: params() });
    expect(types.Resources.map(({ id }) => id)).toEqual(['User', 'Group']);
    const type = await idp.api.call(getScimResourceType, { params: { account, id: 'Group' } });
    expect(type).toMatchObject({ endpoint: '/Groups', schema: scimSchema.group });
    const schemas = await idp.api.call(listScimSchemas, { params: params() });
    const ids = schemas.Resources.map(({ id }) => id);
    expect(ids).toEqual([scimSchema.user, scimSchema.enterpriseUser, scimSchema.group]);
    const schema = await idp.api.call(getScimSchema, { params: { account, id: scimSchema.group } });
    expect(schema.name).toBe('Group');
  });

  it('provisions people', async () => {
    const { email } = await newUser(mode);
    const made = await provision(email, {
      schemas: [scimSchema.user],
      externalId: '701984',
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      emails: [{ value: email, type: 'work', primary: true }],
      active: true,
    });
    const target = { params: { account, id: made.id } };
    expect(await idp.api.call(getScimUser, target)).toEqual(made);
    const query = { filter: `userName eq "${email}"`, attributes: 'userName,active' };
    const listed = await idp.api.call(listScimUsers, { params: params(), query });
    expect(listed.Resources).toEqual([{ id: made.id, userName: email, active: true, schemas: made.schemas }]);
    const body = { userName: email, displayName: 'Ada' };
    expect(await idp.api.call(replaceScimUser, { ...target, body })).toMatchObject({ displayName: 'Ada' });
    const patch = { schemas: [scimSchema.patch], Operations: [{ op: 'Replace', path: 'active', value: 'False' }] };
    expect(await idp.api.call(patchScimUser, { ...target, body: patch })).toMatchObject({ active: false });
    await idp.api.call(deleteScimUser, target);
    expect((await idp.send('GET', `${base}/Users/${made.id}`)).status).toBe(404);
  });

  it('speaks its own media type, and refuses in its own envelope', async () => {
    const { email } = await newUser(mode);
    const body = { UserName: email, Active: 'True' };
    const made = await idp.send('POST', `${base}/Users`, {
      raw: JSON.stringify(body),
      headers: { 'content-type': 'application/scim+json' },
    });
    expect([made.status, made.headers.get('content-type')]).toEqual([201, 'application/scim+json']);
    const { id, meta } = Object(made.body);
    expect(made.headers.get('location')).toBe(`${idp.origin}/api/v1${base}/Users/${id}`);
    expect(meta.location).toBe(made.headers.get('location'));
    const again = await idp.send('POST', `${base}/Users`, { body });
    expect(again.body).toMatchObject({ schemas: [scimSchema.error], status: '409', scimType: 'uniqueness' });
    expect(again.headers.get('content-type')).toBe('application/scim+json');
    const refusals = [
      ['GET', `${base}/Users?filter=${encodeURIComponent('userName xx "a"')}`, undefined, 400, 'invalidFilter'],
      ['POST', `${base}/Users`, {}, 400, 'invalidValue'],
      ['PATCH', `${base}/Users/${id}`, { Operations: [{ op: 'add', path: 'x', value: 1 }] }, 400, 'invalidPath'],
      ['GET', `${base}/Users/${randomUUID()}`, undefined, 404, undefined],
      ['GET', `${base}/Groups/nonsense`, undefined, 404, undefined],
    ] as const;
    for (const [method, path, sent, status, scimType] of refusals) {
      const answer = await idp.send(method, path, { body: sent });
      expect([path, answer.status, Object(answer.body).scimType]).toEqual([path, status, scimType]);
      expect(answer.body).toMatchObject({ schemas: [scimSchema.error], status: String(status) });
    }
    const broken = await idp.send('POST', `${base}/Users`, {
      raw: '{',
      headers: { 'content-type': 'application/json' },
    });
    expect(broken.body).toMatchObject({ status: '400', scimType: 'invalidSyntax' });
  });

  it('takes tokens of the account only, which open nothing else', async () => {
    const key = caller(mode, apiKey(await kb.key('SOWNER')));
    const foreign = (await world(mode)).idp;
    const statuses = await Promise.all(
      [caller(mode), owner, key, foreign, caller(mode, bearer('a.b.c'))].map((one) => one.send('GET', `${base}/Users`)),
    );
    expect(statuses.map(({ status }) => status)).toEqual([401, 403, 403, 403, 401]);
    const missing = await foreign.send('GET', `/account/${randomUUID()}/scim/v2/Users`);
    expect(missing).toMatchObject({ status: 403, body: statuses[3]?.body });
    for (const path of [`/account/${account}`, `/account/${account}/users`, '/user', `${kb.path}/resources`])
      expect([path, (await idp.send('GET', path)).status]).toEqual([path, 403]);
  });

  it('makes groups, which owners see', async () => {
    const person = await provision((await newUser(mode)).email);
    const body = { displayName: `Group ${randomUUID()}`, externalId: 'e', members: [{ value: person.id }] };
    const group = await idp.api.call(createScimGroup, { params: params(), body });
    const target = { params: { account, id: group.id } };
    expect(await idp.api.call(getScimGroup, target)).toMatchObject({ members: [{ value: person.id }] });
    const query = { filter: `displayName eq "${body.displayName}"`, excludedAttributes: 'members' };
    const listed = await idp.api.call(listScimGroups, { params: params(), query });
    expect(listed.Resources).toMatchObject([{ id: group.id, displayName: body.displayName }]);
    const { groups } = await owner.api.call(listAccountGroups, { params: params() });
    expect(groups).toContainEqual(expect.objectContaining({ id: group.id, external_id: 'e', members: 1 }));
    const { users } = await owner.api.call(listAccountGroupMembers, { params: { account, group_id: group.id } });
    expect(users).toMatchObject([{ id: person.id, active: true }]);
    const replaced = await idp.api.call(replaceScimGroup, { ...target, body: { displayName: body.displayName } });
    expect(replaced.members).toEqual([]);
    await patchGroup(group.id, { op: 'Add', path: 'members', value: [{ value: person.id }] });
    await idp.api.call(deleteScimGroup, target);
    expect((await idp.send('GET', `${base}/Groups/${group.id}`)).status).toBe(404);
  });

  it('leaves groups alone that owners made, which make and change their own', async () => {
    const person = await provision((await newUser(mode)).email);
    const name = `Group ${randomUUID()}`;
    const made = await owner.api.call(createAccountGroup, { params: params(), body: { name } });
    expect(made).toMatchObject({ name, origin: 'hand', members: 0 });
    const target = { params: { account, group_id: made.id } };
    await owner.api.call(updateAccountGroupMembers, { ...target, body: { add: [person.id] } });
    await owner.api.call(renameAccountGroup, { ...target, body: { name: `${name} two` } });
    expect((await owner.api.call(listAccountGroupMembers, target)).users).toMatchObject([{ id: person.id }]);
    expect((await idp.send('GET', `${base}/Groups/${made.id}`)).status).toBe(404);
    const theirs = await idp.api.call(createScimGroup, { params: params(), body: { displayName: `${name} three` } });
    const renamed = await owner.send('PATCH', `/account/${account}/group/${theirs.id}`, { body: { name: 'Mine' } });
    expect(renamed.status).toBe(409);
    await owner.api.call(deleteAccountGroup, target);
    await idp.api.call(deleteScimGroup, { params: { account, id: theirs.id } });
  });

  describe('and security groups', () => {
    let cook: User;
    let writer: User;
    let chefs: string;
    let secret: string;
    const asCook = () => kb.as(caller(mode, cook.credential));

    beforeAll(async () => {
      [cook, writer] = await Promise.all([newUser(mode), newUser(mode)]);
      await Promise.all([cook, writer].map(({ email }) => provision(email)));
      secret = await kb.createResource(
        { slug: 'secret', security: { access_groups: ['chefs'] }, texts: { a: { body: 'The soup needs saffron' } } },
        { wait: 'embedded' },
      );
      await kb.createResource({ texts: { a: { body: 'The soup is served at noon' } } }, { wait: 'embedded' });
      const roles = [
        { id: cook.id, role: 'SMEMBER' as const },
        { id: writer.id, role: 'SCONTRIBUTOR' as const },
      ];
      await kb.api(updateKnowledgeBoxUsers, { body: { add: roles } });
      const { id } = await idp.api.call(createScimGroup, { params: params(), body: { displayName: 'chefs' } });
      chefs = id;
    });

    /** Texts that a search finds, whether the resource can be read, and whether an answer tells of it. */
    const seenBy = async (box: KnowledgeBoxClient, security?: { groups: string[] }) => {
      const found = await box.foundTexts({ query: 'saffron', features: ['keyword'], ...(security && { security }) });
      const { status } = await box.client.send('GET', `${box.path}/slug/secret`);
      const items = await box.ask({ query: 'saffron', ...(security && { security }) });
      return { found: found.length, status, tells: answerText(items).includes('saffron') };
    };
    const everything = { found: 1, status: 200, tells: true };
    const nothing = { found: 0, status: 404, tells: false };
    const sees = (box: () => KnowledgeBoxClient, wanted: object) =>
      until(
        async () => (JSON.stringify(await seenBy(box())) === JSON.stringify(wanted) ? true : undefined),
        `the cook sees ${JSON.stringify(wanted)}`,
        TAKEN_WITHIN_MS,
      );

    it('show people what their groups may see, whatever groups they ask for', async () => {
      await sees(asCook, nothing);
      expect(await seenBy(asCook(), { groups: ['chefs'] })).toEqual(nothing);
      await patchGroup(chefs, { op: 'Add', path: 'members', value: [{ value: cook.id }] });
      await sees(asCook, everything);
      expect(await seenBy(asCook(), { groups: [] })).toEqual(everything);
    });

    it('hold for tokens that people make for browsers', async () => {
      const { token } = await asCook().api(createKnowledgeBoxEphemeralToken, { body: {} });
      const browser = () => kb.as(caller(mode, bearer(token)));
      const statusOf = async () => (await browser().client.send('GET', `${kb.path}/slug/secret`)).status;
      expect(await statusOf()).toBe(200);
      await patchGroup(chefs, { op: 'Remove', path: `members[value eq "${cook.id}"]` });
      await until(async () => ((await statusOf()) === 404 ? true : undefined), 'it sees less', TAKEN_WITHIN_MS);
    });

    it('end for people who leave their last group, and do not show more then', () => sees(asCook, nothing));

    it('hold for people who write, and not for owners of the box', async () => {
      const contributor = () => kb.as(caller(mode, writer.credential));
      expect(await seenBy(contributor())).toEqual(nothing);
      const { status } = await contributor().client.send('PATCH', `${kb.path}/resource/${secret}`, {
        body: { security: { access_groups: [] } },
      });
      expect(status).toBe(404);
      expect(await seenBy(kb)).toEqual(everything);
      expect((await seenBy(kb, { groups: [] })).found).toBe(0);
    });

    it('do not open what somebody without access may not enter', async () => {
      await patchGroup(chefs, { op: 'Add', path: 'members', value: [{ value: cook.id }] });
      await sees(asCook, everything);
      const end = { Operations: [{ op: 'replace', path: 'active', value: false }] };
      await idp.api.call(patchScimUser, { params: { account, id: cook.id }, body: end });
      const status = async () => (await asCook().client.send('GET', `${kb.path}/slug/secret`)).status;
      await until(async () => ((await status()) === 403 ? true : undefined), 'the access ends', TAKEN_WITHIN_MS);
    });
  });

  it('ends when its token is revoked', async () => {
    const { tokens } = await owner.api.call(listScimTokens, { params: params() });
    expect(tokens).toMatchObject([{ id: tokenId, description: 'Entra ID', last_used: expect.any(String) }]);
    await owner.api.call(deleteScimToken, { params: { account, token_id: tokenId } });
    const status = async () => (await idp.send('GET', `${base}/Users`)).status;
    await until(async () => ((await status()) === 401 ? true : undefined), 'it is refused', TAKEN_WITHIN_MS);
    expect((await server(mode).send('GET', `${base}/Users`)).status).toBe(403);
  });
});
