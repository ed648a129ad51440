import { listAccounts } from '@lectern/contracts/accounts';
import {
  acceptInvitation,
  cancelInvitation,
  createInvitation,
  deleteAccountKnowledgeBox,
  getKnowledgeBox,
  INVITATIONS_MAX,
  listAccountKnowledgeBoxes,
  listInvitations,
  listKnowledgeBoxUsers,
  updateKnowledgeBoxUsers,
} from '@lectern/contracts/knowledge-box';
import { randomUUID } from 'node:crypto';
import type { KnowledgeBoxClient } from '../harness/client';
import { asCaller, asRole } from '../harness/credentials';
import { inDatabase } from '../harness/database';
import { inStandalone } from '../harness/in-standalone';
import { mailsTo } from '../harness/mails';
import { caller, deploymentOf, type Mode, server } from '../harness/modes';
import { newUser, type User } from '../harness/users';

const LINK = /magic\?token=([^'\s]+)/;
const BAD_LINK = { status: 400, body: { detail: 'login_challenge_expired_or_invalid' } };

async function tokensTo(mode: Mode, { email }: Pick<User, 'email'>): Promise<string[]> {
  return (await mailsTo(mode, email)).map(({ text }) => LINK.exec(text)?.[1] ?? '');
}

/** As pages send it: without a body, which is said to be JSON. */
const accept = (mode: Mode, token = '') =>
  caller(mode).send('POST', `/api/auth/magic?token=${token}`, { headers: { 'content-type': 'application/json' } });

inStandalone('invitations, %s', (mode) => {
  it('give a role to who accepts, and nothing before', async () => {
    const [kb, user] = await Promise.all([server(mode).createKnowledgeBox({ title: 'Tides 潮' }), newUser(mode)]);
    await kb.api(createInvitation, { body: { email: user.email.toUpperCase(), role: 'SCONTRIBUTOR' } });
    const invites = [{ email: user.email, role: 'SCONTRIBUTOR', expires: expect.stringMatching(/\+00:00$/) }];
    expect(await kb.api(listInvitations)).toEqual({ invites });
    const { client } = asCaller(kb, user.credential);
    expect((await client.send('GET', kb.path)).status).toBe(403);
    expect(await client.api.call(listAccounts)).toEqual({ accounts: [] });

    const [mail] = await mailsTo(mode, user.email);
    expect(mail?.subject).toBe('Invitation to Tides 潮');
    expect(mail?.text).toContain('read, search and change it');
    const [token = ''] = await tokensTo(mode, user);
    const action = await caller(mode).api.call(acceptInvitation, { query: { token } });
    const { slug } = (await kb.api(listAccountKnowledgeBoxes)).boxes.find(({ id }) => id === kb.id) ?? {};
    expect(action).toEqual({ action: 'redict_to_kb', account: 'lectern', kb: slug });

    expect(await asCaller(kb, user.credential).api(getKnowledgeBox)).toMatchObject({ uuid: kb.id });
    expect((await client.send('POST', `${kb.path}/resources`, { body: {} })).status).toBe(201);
    expect((await client.send('GET', `${kb.accountPath}/users`)).status).toBe(403);
    const { boxes } = await asCaller(kb, user.credential).api(listAccountKnowledgeBoxes);
    expect(boxes).toContainEqual(expect.objectContaining({ id: kb.id, role_on_kb: 'SCONTRIBUTOR' }));
    expect(await kb.api(listInvitations)).toEqual({ invites: [] });
    expect(await accept(mode, token)).toMatchObject(BAD_LINK);
  });

  it('are accepted once, however many try at the same time', async () => {
    const [kb, user] = await Promise.all([server(mode).createKnowledgeBox(), newUser(mode)]);
    await kb.api(createInvitation, { body: { email: user.email, role: 'SMEMBER' } });
    const [token] = await tokensTo(mode, user);
    const answers = await Promise.all(Array.from({ length: 6 }, () => accept(mode, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
  });
});

inStandalone('invitations in detail, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  const invite = (body: object, box = kb) => box.client.send('POST', `${box.accountPath}/invite`, { body });
  const cancel = (email: string) =>
    kb.client.send('DELETE', `${kb.accountPath}/invite?email=${encodeURIComponent(email)}`);

  it('take the place of earlier ones of the same address', async () => {
    const user = await newUser(mode);
    await kb.api(createInvitation, { body: { email: user.email, role: 'SOWNER' } });
    const [first] = await tokensTo(mode, user);
    await kb.api(createInvitation, { body: { email: user.email, role: 'SMEMBER' } });
    const second = (await tokensTo(mode, user)).find((token) => token !== first);
    expect(await accept(mode, first)).toMatchObject(BAD_LINK);
    expect((await accept(mode, second)).status).toBe(200);
    const { users } = await kb.api(listKnowledgeBoxUsers);
    expect(users).toContainEqual({ id: user.id, role: 'SMEMBER' });
    expect(await invite({ email: user.email, role: 'SOWNER' })).toMatchObject({
      status: 409,
      body: { detail: `${user.email} is a user of this knowledge box already` },
    });
  });

  it('take nothing away from who was made a user meanwhile', async () => {
    const user = await newUser(mode);
    await kb.api(createInvitation, { body: { email: user.email, role: 'SMEMBER' } });
    await kb.api(updateKnowledgeBoxUsers, { body: { add: [{ id: user.id, role: 'SOWNER' }] } });
    const [token] = await tokensTo(mode, user);
    expect((await accept(mode, token)).status).toBe(200);
    expect((await kb.api(listKnowledgeBoxUsers)).users).toContainEqual({ id: user.id, role: 'SOWNER' });
  });

  it('are cancelled by their address, which may be written in another way', async () => {
    const user = await newUser(mode);
    await kb.api(createInvitation, { body: { email: user.email, role: 'SMEMBER' } });
    const [token] = await tokensTo(mode, user);
    await kb.api(cancelInvitation, { query: { email: user.email.toUpperCase() } });
    expect(await accept(mode, token)).toMatchObject(BAD_LINK);
    const missing = { status: 404, body: { detail: 'Invitation not found' } };
    expect(await cancel(user.email)).toMatchObject(missing);
    expect(await cancel('nobody')).toMatchObject(missing);
    expect((await kb.client.send('DELETE', `${kb.accountPath}/invite`)).status).toBe(422);
  });

  it('end after seven days, and with their box', async () => {
    const [late, early] = await Promise.all([newUser(mode), newUser(mode)]);
    const box = await server(mode).createKnowledgeBox();
    for (const { email } of [late, early]) await box.api(createInvitation, { body: { email, role: 'SMEMBER' } });
    await inDatabase(deploymentOf(mode).folder, (database) =>
      database.query(`update knowledge_box.kb_invitations set expires = now() where email = $1`, [late.email]),
    );
    expect((await box.api(listInvitations)).invites.map(({ email }) => email)).toEqual([early.email]);
    expect(await accept(mode, (await tokensTo(mode, late))[0])).toMatchObject(BAD_LINK);
    await box.api(deleteAccountKnowledgeBox);
    expect(await accept(mode, (await tokensTo(mode, early))[0])).toMatchObject(BAD_LINK);
  });

  it('wait for a user with the address', async () => {
    const email = `${randomUUID()}@example.org`;
    await kb.api(createInvitation, { body: { email, role: 'SMEMBER' } });
    const [token] = await tokensTo(mode, { email });
    expect(await accept(mode, token)).toMatchObject({
      status: 404,
      body: { detail: `There is no user with the address ${email}` },
    });
    expect((await kb.api(listInvitations)).invites.map((one) => one.email)).toContain(email);
  });

  it('link to the dashboard that they came from, where the box allows it, and name its host', async () => {
    const box = await server(mode).createKnowledgeBox({ allowed_origins: ['https://good.example'] });
    const { email } = await newUser(mode);
    const body = { email, role: 'SMEMBER', came_from: 'https://good.example/' };
    expect((await invite(body, box)).status).toBe(204);
    const [mail] = await mailsTo(mode, email);
    expect(mail?.text).toContain('https://good.example/user/magic?token=kb.');
    expect(mail?.text).toContain('by this link to good.example, or by this call to ');
    const open = await server(mode).createKnowledgeBox();
    for (const other of [box, open])
      expect(await invite({ ...body, came_from: 'https://evil.example' }, other)).toMatchObject({
        status: 422,
        body: { detail: expect.stringMatching(/^Mails may not link to came_from, https:\/\/evil\.example: add it to/) },
      });
  });

  it('have bounds', async () => {
    const box = await server(mode).createKnowledgeBox();
    const email = 'ada@example.org';
    for (const body of [
      {},
      { email },
      { role: 'SMEMBER' },
      { email, role: 'SREADER' },
      { email: 'ada', role: 'SMEMBER' },
      { email: `ada@example.org\r\nBcc: all@example.org`, role: 'SMEMBER' },
      { email: `${'a'.repeat(65)}@example.org`, role: 'SMEMBER' },
      { email, role: 'SMEMBER', came_from: 'javascript:alert(1)' },
      { email, role: 'SMEMBER', came_from: 'https://good.example/path' },
    ])
      expect([body, (await invite(body, box)).status]).toEqual([body, 422]);
    await inDatabase(deploymentOf(mode).folder, (database) =>
      database.query(
        `insert into knowledge_box.kb_invitations (kbid, email, role, token_hash, expires)
          select $1::uuid, i || '@example.org', 'SMEMBER', sha256(($1::text || i)::bytea), now() + interval '1 day'
          from generate_series(1, $2) as i`,
        [box.id, INVITATIONS_MAX - 1],
      ),
    );
    expect((await invite({ email, role: 'SMEMBER' }, box)).status).toBe(204);
    expect((await invite({ email, role: 'SOWNER' }, box)).status).toBe(204);
    expect(await invite({ email: 'ben@example.org', role: 'SMEMBER' }, box)).toMatchObject({
      status: 402,
      body: { detail: 'A knowledge box has at most 1000 pending invitations' },
    });
  });

  it('are made by owners of the box only', async () => {
    const other = await server(mode).createKnowledgeBox();
    const { client } = await asRole(kb, 'SOWNER');
    for (const [method, path] of [
      ['POST', 'invite'],
      ['GET', 'invites'],
      ['DELETE', 'invite?email=a@example.org'],
    ] as const) {
      expect((await client.send(method, `${kb.accountPath}/${path}`)).status).toBe(403);
      expect((await client.send(method, `${other.accountPath}/${path}`)).status).toBe(403);
      expect((await caller(mode).send(method, `${kb.accountPath}/${path}`)).status).toBe(401);
      expect((await kb.client.send(method, `/account/${kb.account}/kb/${randomUUID()}/${path}`)).status).toBe(404);
    }
    expect(await accept(mode, 'kb.nothing')).toMatchObject(BAD_LINK);
    expect((await caller(mode).send('POST', '/api/auth/magic')).status).toBe(422);
    expect((await accept(mode, 'x'.repeat(2_049))).status).toBe(422);
  });
});
