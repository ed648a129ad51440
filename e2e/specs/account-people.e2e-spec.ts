import {
  addManagedMember,
  cancelAccountInvitation,
  createAccount,
  deleteAccount,
  getAccount,
  getAccountLogo,
  getAccountMember,
  getAccountPermissions,
  getAccountSlugStatus,
  getUserProfile,
  inviteToAccount,
  listAccountInvitations,
  listAccountMembers,
  listAccountTypes,
  manageAccount,
  modifyAccount,
  modifyManagedMember,
  purgeAccount,
  removeManagedMember,
  searchAccountMembers,
  updateAccountMembers,
} from '@lectern/contracts/accounts';
import { createNuaClient, listKnowledgeBoxUsers, updateKnowledgeBoxUsers } from '@lectern/contracts/knowledge-box';
import { randomUUID } from 'node:crypto';
import { type Client, type KnowledgeBoxClient, until } from '../harness/client';
import { apiKey, asCaller, issueKey, issueNuaKey, nuaKey } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { caller, type Mode, server } from '../harness/modes';
import { mailsTo } from '../harness/mails';
import { newUser, type User } from '../harness/users';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A form with a picture, and its header. */
async function picture(bytes: Buffer) {
  const data = new FormData();
  data.append('file', new Blob([new Uint8Array(bytes)]), 'logo.png');
  const request = new Request('http://localhost', { method: 'POST', body: data });
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  return { raw: Buffer.from(await request.arrayBuffer()), headers };
}

function clientOf(mode: Mode, { credential }: User): Client {
  return caller(mode, credential);
}

/** An account with an owner, who is a new user, and a box of the account. */
async function world(mode: Mode) {
  const owner = await newUser(mode);
  const client = clientOf(mode, owner);
  const { id } = await client.api.call(createAccount, { body: { title: `Acme ${owner.id}` } });
  const kb = await until(
    () => client.createKnowledgeBox({}, id).catch(() => undefined),
    'the owner may use the account',
  );
  return { owner, client, account: id, params: { account: id }, kb };
}

inStandalone('accounts of users, %s', (mode) => {
  let made: Awaited<ReturnType<typeof world>>;
  let kb: KnowledgeBoxClient;
  beforeAll(async () => {
    made = await world(mode);
    ({ kb } = made);
  });

  it('are created by anyone who signs in, and have a slug of their own', async () => {
    const { client, account, params } = made;
    const record = await client.api.call(getAccount, { params });
    expect(record).toMatchObject({ type: 'stash-trial', can_manage_account: true, current_users: 1, current_kbs: 1 });
    const status = (slug: string) => client.api.call(getAccountSlugStatus, { params: { account: slug } });
    expect([await status(record.slug), await status(`${record.slug}-2`)]).toEqual([
      { available: false },
      { available: true },
    ]);
    expect(await client.api.call(getUserProfile)).toMatchObject({ accounts: [account], create: true });
    const body = { title: 'Acme', slug: record.slug };
    expect((await client.send('POST', '/accounts', { body })).status).toBe(409);
  });

  it('show types to everyone, and what a caller may do', async () => {
    const { types } = await caller(mode).api.call(listAccountTypes);
    expect(types['stash-trial']).toMatchObject({ max_kbs: -1, max_users: null });
    const { client, account, params } = made;
    const query = { account_id: account };
    expect(await client.api.call(getAccountPermissions, { params, query })).toMatchObject({ role: 'AOWNER' });
    expect((await client.send('GET', `/account/${account}/permissions`)).status).toBe(422);
  });

  it('are renamed by their owners, and then found under the new name', async () => {
    const { client, account, params } = made;
    const slug = `renamed-${account}`;
    await client.api.call(modifyAccount, { params, body: { slug, title: 'Renamed', description: 'Fish' } });
    const bySlug = await client.api.call(getAccount, { params: { account: slug } });
    expect(bySlug).toMatchObject({ id: account, title: 'Renamed', description: 'Fish' });
    expect(await client.send('PATCH', `/account/${account}`, { body: { slug: 'lectern' } })).toMatchObject({
      status: 409,
      body: { detail: 'There is an account with the slug lectern already' },
    });
  });

  it('have a logo, by PATCH, POST and PUT', async () => {
    const { client, account, params } = made;
    const query = { account_id: account };
    const path = `/account/${account}/logo.png?account_id=${account}`;
    expect((await client.send('GET', path)).status).toBe(404);
    for (const method of ['PATCH', 'POST', 'PUT'])
      expect((await client.send(method, path, await picture(PNG))).status).toBe(204);
    const logo = await client.api.file(getAccountLogo, { params, query });
    expect([logo.type, Buffer.from(await logo.arrayBuffer()).equals(PNG)]).toEqual(['image/png', true]);
    const page = Buffer.from('<svg onload="alert(1)"/>');
    expect((await client.send('PATCH', path, await picture(page))).status).toBe(415);
    expect((await client.send('PATCH', path, await picture(Buffer.alloc(6 * 1024 ** 2)))).status).toBe(413);
    expect((await client.send('PATCH', path.replace(/=.*/, '=lectern'), await picture(PNG))).status).toBe(404);
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
    const malformed = {
      'no boundary': ['multipart/form-data', `${head}a\r\n--x--`],
      'cut off in the file': ['multipart/form-data; boundary=x', `${head}a`],
      'cut off in a header': ['multipart/form-data; boundary=x', '--x\r\nContent-Dispo'],
      'no part': ['multipart/form-data; boundary=x', '--x--'],
      'another field': ['multipart/form-data; boundary=x', `${head.replace('"file"', '"other"')}a\r\n--x--`],
      'an empty file': ['multipart/form-data; boundary=x', `${head}\r\n--x--`],
      'a path and zeros in the name': [
        'multipart/form-data; boundary=x',
        `${head.replace('a.png', '../\0')}a\r\n--x--`,
      ],
      'other bytes': ['multipart/form-data; boundary=x', '\0\uffff'.repeat(1_000)],
      'no form': ['application/json', '{}'],
    };
    const answers: string[] = [];
    for (const [name, [type = '', raw = '']] of Object.entries(malformed)) {
      const { status } = await client.send('PATCH', path, { raw: Buffer.from(raw), headers: { 'content-type': type } });
      if (![400, 415, 422].includes(status)) answers.push(`${name}: ${status}`);
    }
    expect(answers).toEqual([]);
    expect((await (await client.api.file(getAccountLogo, { params, query })).arrayBuffer()).byteLength).toBe(
      PNG.length,
    );
  });

  it('have users, who lose their roles on boxes when they leave', async () => {
    const { client, account, params } = made;
    const user = await newUser(mode);
    const member = clientOf(mode, user);
    expect((await member.send('GET', `/account/${account}`)).status).toBe(403);
    await client.api.call(updateAccountMembers, { params, body: { add: [{ id: user.id, role: 'AMEMBER' }] } });
    await kb.api(updateKnowledgeBoxUsers, { body: { add: [{ id: user.id, role: 'SMEMBER' }] } });
    const inAccount = { account, user_id: user.id };
    expect(await member.api.call(getAccountMember, { params: inAccount })).toMatchObject({ role: 'AMEMBER' });
    const { users } = await member.api.call(searchAccountMembers, { params, query: { query: user.id.toUpperCase() } });
    expect(users).toEqual([{ id: user.id, name: 'Ada', email: user.email, role: 'AMEMBER' }]);
    // A change of a role is an addition.
    await client.api.call(updateAccountMembers, { params, body: { add: [{ id: user.id, role: 'AOWNER' }] } });
    expect((await client.api.call(listAccountMembers, { params })).users).toHaveLength(2);
    expect((await asCaller(kb, user.credential).client.send('GET', kb.path)).status).toBe(200);
    await client.api.call(updateAccountMembers, { params, body: { delete: [user.id] } });
    await until(async () => {
      const left = (await kb.api(listKnowledgeBoxUsers)).users.some(({ id }) => id === user.id);
      return left ? undefined : true;
    }, 'the box has no such user');
    const answers = [await member.send('GET', kb.path), await member.send('GET', `/account/${account}`)];
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    expect((await client.send('GET', `/account/${account}/user/${user.id}`)).status).toBe(404);
  });

  it('invite people by mail, who become users of them', async () => {
    const { client, account, params } = made;
    const email = `${randomUUID()}+new@example.org`;
    await client.api.call(inviteToAccount, { params, body: { email: email.toUpperCase().replace('+NEW', '+new') } });
    await client.api.call(inviteToAccount, { params, body: { email: 'other@example.org', role: 'AOWNER' } });
    const { invites } = await client.api.call(listAccountInvitations, { params });
    expect(invites.map((one) => [one.email, one.role])).toEqual(
      [
        [email, 'AMEMBER'],
        ['other@example.org', 'AOWNER'],
      ].toSorted(),
    );
    await client.api.call(cancelAccountInvitation, { params: { account, email: 'other@example.org' } });
    const cancel = (text: string) => client.send('DELETE', `/account/${account}/invite/${text}`);
    expect((await cancel('other@example.org')).status).toBe(404);
    const [mail] = await mailsTo(mode, email);
    const token = /token=(account\.[\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const accept = () => caller(mode).send('POST', `/api/auth/magic?token=${token}`);
    expect(await accept()).toMatchObject({ status: 200, body: { action: 'goaccount' } });
    expect((await accept()).status).toBe(400);
    const { users } = await client.api.call(listAccountMembers, { params });
    expect(users.map((user) => user.email)).toContain(email);
    for (const written of ['a+b@example.org', 'a%2Bb%40example.org']) {
      await client.api.call(inviteToAccount, { params, body: { email: 'a+b@example.org' } });
      expect((await cancel(written)).status).toBe(204);
    }
  });

  it('keep an owner', async () => {
    const { client, account, owner } = made;
    const change = (body: object) => client.send('PATCH', `/account/${account}/users`, { body });
    expect((await change({ delete: [owner.id] })).status).toBe(409);
    expect((await change({ add: [{ id: owner.id, role: 'AMEMBER' }] })).status).toBe(409);
  });

  it('are managed by who runs the deployment, and by nobody else', async () => {
    const { client, account } = made;
    const { api } = server(mode);
    const user = await newUser(mode);
    const params = { account, user_id: user.id };
    await api.call(addManagedMember, { params, body: { role: 'AMEMBER' } });
    await api.call(modifyManagedMember, { params, body: { role: 'AOWNER' } });
    expect(await client.api.call(getAccountMember, { params })).toMatchObject({ role: 'AOWNER' });
    await api.call(removeManagedMember, { params });
    expect((await client.send('GET', `/account/${account}/user/${user.id}`)).status).toBe(404);
    await api.call(manageAccount, { params: { account }, body: { type: 'v3pro' } });
    expect(await client.api.call(getAccount, { params: { account } })).toMatchObject({ type: 'v3pro' });
    expect((await client.send('DELETE', `/api/manage/@account/${account}`)).status).toBe(403);
  });

  it('end with all that is in them, after a proof', async () => {
    const { owner, client, account, params, kb: box } = await world(mode);
    const key = await issueKey(box, 'SOWNER');
    const nua = await issueNuaKey(box, { allow_kb_management: true });
    await box.api(createNuaClient, { body: { title: 'Another', contact: 'a@example.org' } });
    expect(await client.send('DELETE', `/account/${account}`)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('x-otp-email') },
    });
    const { id: again } = await client.api.call(createAccount, { body: { title: 'Short' } });
    await server(mode).api.call(purgeAccount, { params: { account: again } });
    await client.send('POST', '/api/auth/otp/email', { body: {} });
    const [mail] = await mailsTo(mode, owner.email);
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
    await client.api.call(deleteAccount, { params, headers: { 'x-otp-email': code } });
    const gone = async (credential: Record<string, string>, path: string) =>
      until(
        async () =>
          [401, 403, 404].includes((await caller(mode, credential).send('GET', path)).status) ? true : undefined,
        `${path} is refused`,
      );
    await gone(apiKey(key.token), box.path);
    await gone(nuaKey(nua.token), `/account/${account}/kbs`);
    await until(
      async () => ((await server(mode).send('GET', box.path)).status === 404 ? true : undefined),
      'the box is gone',
    );
    expect((await client.send('GET', `/account/${account}`)).status).toBe(404);
  });
});
