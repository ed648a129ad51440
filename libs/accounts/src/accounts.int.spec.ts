import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Handles, InProcessBus } from '@lectern/bus';
import {
  announceZone,
  createPersonalToken,
  deletePersonalToken,
  getAccount,
  getUser,
  getUserProfile,
  indexRemoteZone,
  listAccounts,
  listAccountZones,
  listKnowledgeBoxIndex,
  listPersonalTokens,
  listZones,
  readUserNames,
  resolveAccount,
  resolveUser,
  type VerifiedUser,
  verifyUserCredential,
} from '@lectern/contracts/accounts';
import { accessChanged, AppError, type Principal, type Request, systemPrincipal } from '@lectern/contracts/core';
import { indexKnowledgeBoxes } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { Application, Metrics } from '@lectern/runtime';
import { entitiesOf, migrationDifferences, temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { Controller, Module } from '@nestjs/common';
import { AccountsModule } from '.';
import { accountsSchema } from './accounts.database';
import { PersonalTokenEntity } from './token/personal-token.entity';

/** Simulates zones: one beside the service, and two elsewhere, of which one is down. */
@Controller()
class Zone {
  @Handles(indexKnowledgeBoxes)
  async index({ body: { account } }: Request<typeof indexKnowledgeBoxes>) {
    const box = { account, zone: 'local' };
    return {
      boxes: [
        { ...box, kbid: 'b1', mode: 'kb' as const },
        { ...box, kbid: 'b2', mode: 'agent' as const },
        { ...box, kbid: 'b3', mode: 'kb' as const, zone: 'unknown' },
      ],
    };
  }
}

@Controller()
class RemoteZones {
  @Handles(indexRemoteZone)
  async index({ body: { account, zone, origin } }: Request<typeof indexRemoteZone>) {
    if (zone === 'west') throw new AppError('unavailable', `${origin} does not answer`);
    const box = { account, mode: 'kb' as const };
    return {
      boxes: [
        { ...box, zone, kbid: 'b4' },
        { ...box, zone: 'local', kbid: 'not one of the zone' },
      ],
    };
  }
}

@Module({ controllers: [Zone, RemoteZones] })
class ZoneModule {}

/** A process of the accounts host. */
async function start(environment: Record<string, string> = {}): Promise<{ app: Application; bus: InProcessBus }> {
  const bus = new InProcessBus();
  Object.assign(process.env, environment);
  try {
    const app = await Application.start([AccountsModule, ZoneModule], {
      bus,
      metrics: new Metrics(),
      logger: false,
      host: '127.0.0.1',
      port: 0,
    });
    return { app, bus };
  } finally {
    for (const name of Object.keys(environment)) delete process.env[name];
  }
}

async function refusalOf(answer: Promise<unknown>): Promise<unknown> {
  return answer.then(
    () => 'accepted',
    (error) => `${error.code}: ${error.message}`,
  );
}

describe('AccountsModule', () => {
  let temporary: TemporaryDatabase;
  let folder: string;
  let app: Application;
  let bus: InProcessBus;
  let printed: string;
  let first: string;
  let root: Principal;

  const firstTokenFile = () => join(folder, 'first-token');
  const verify = (token: string, carrier: 'authorization' | 'service-account' = 'authorization') =>
    bus.request(verifyUserCredential, { body: { carrier, token } }, { principal: systemPrincipal });
  const principalOf = ({ kind, id, key }: VerifiedUser): Principal => ({ kind, id, key, roles: [] });
  const as = (principal: Principal) => ({ principal });
  const announce = (body: { slug: string; title: string; origin: string }, principal = systemPrincipal) =>
    bus.request(announceZone, { body }, as(principal));

  beforeAll(async () => {
    temporary = await temporaryDatabase();
    folder = mkdtempSync(join(tmpdir(), 'accounts-'));
    Object.assign(process.env, {
      DATABASE_URL: temporary.url,
      DATA_DIR: folder,
      PUBLIC_URL: 'https://accounts.example',
    });
    const lines: string[] = [];
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    try {
      ({ app, bus } = await start());
    } finally {
      write.mockRestore();
    }
    printed = lines.join('');
    first = readFileSync(firstTokenFile(), 'utf8').trim();
    await announce({ slug: 'local', title: 'Local zone', origin: 'https://zone.example' });
  });
  afterAll(async () => {
    await app.close();
    await temporary.drop();
    rmSync(folder, { recursive: true });
    for (const name of ['DATABASE_URL', 'DATA_DIR', 'PUBLIC_URL']) delete process.env[name];
  });

  it('prints the first token once, and keeps it in a private file until it is used', async () => {
    expect(printed.split(first)).toHaveLength(2);
    expect(statSync(firstTokenFile()).mode & 0o777).toBe(0o600);
    const verified = await verify(first);
    expect(verified).toMatchObject({ kind: 'pat', type: 'ROOT', accounts: [{ slug: 'lectern', role: 'AOWNER' }] });
    expect(existsSync(firstTokenFile())).toBe(false);
    await expect(verify(first)).resolves.toEqual(verified);
    root = principalOf(verified);
  });

  it('makes nothing again at the next start, and prints nothing', async () => {
    const write = jest.spyOn(process.stdout, 'write');
    const again = await start({ ACCOUNT_SLUG: 'other' });
    expect(write.mock.calls.join('')).not.toContain('token');
    write.mockRestore();
    await again.app.close();
    expect(existsSync(firstTokenFile())).toBe(false);
    await expect(bus.request(listAccounts, {}, as(root))).resolves.toMatchObject({ accounts: [{ slug: 'lectern' }] });
  });

  it('throws the file away at the next start when the token was used elsewhere', async () => {
    writeFileSync(firstTokenFile(), `${first}\n`);
    await (await start()).app.close();
    expect(existsSync(firstTokenFile())).toBe(false);
  });

  it('issues personal access tokens that clients can decode, and which verify until they are deleted', async () => {
    const forgotten: unknown[] = [];
    const publish = jest
      .spyOn(bus, 'publish')
      .mockImplementation((event, data) => void forgotten.push([event.name, data]));
    const made = await bus.request(createPersonalToken, { body: { description: 'cli' } }, as(root));
    const claims = JSON.parse(Buffer.from(made.token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ iss: 'https://accounts.example', sub: root.id, jti: made.id });
    expect(Math.abs(Date.parse(made.expires) / 1_000 - claims.exp)).toBeLessThan(1);
    const verified = await verify(made.token);
    expect(verified).toMatchObject({ id: root.id, key: made.id, expiresMs: Date.parse(made.expires) });

    const list = await bus.request(listPersonalTokens, {}, as(root));
    expect(list.tokens).toContainEqual({ id: made.id, description: 'cli', expires: made.expires });
    expect(JSON.stringify(list)).not.toContain(made.token);

    await bus.request(deletePersonalToken, { params: { token_id: made.id } }, as(root));
    await expect(refusalOf(verify(made.token))).resolves.toBe('unauthorized: Unauthorized');
    expect(forgotten).toEqual([[accessChanged.name, { key: made.id }]]);
    await expect(
      refusalOf(bus.request(deletePersonalToken, { params: { token_id: made.id } }, as(root))),
    ).resolves.toContain('not_found');
    publish.mockRestore();
  });

  it('refuses tokens that are over, changed, carried by the wrong header, or unknown', async () => {
    const body = { description: 'short', expiration_date: '2999-01-01' };
    const { id, token } = await bus.request(createPersonalToken, { body }, as(root));
    await expect(verify(token)).resolves.toMatchObject({ id: root.id });
    await expect(refusalOf(verify(token, 'service-account'))).resolves.toBe('unauthorized: Unauthorized');
    const [, payload = ''] = token.split('.');
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    const changed = `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    for (const bad of [changed, none, 'x', ''])
      await expect(refusalOf(verify(bad))).resolves.toBe('unauthorized: Unauthorized');
    const over = { expires: new Date(Date.now() - 1) };
    await app.get(Transactions).run((tx) => tx.update(PersonalTokenEntity, { id }, over));
    await expect(refusalOf(verify(token))).resolves.toBe('unauthorized: JWT has expired');
  });

  it('deletes only tokens of the caller', async () => {
    const { id } = await bus.request(createPersonalToken, { body: { description: 'mine' } }, as(root));
    const stranger: Principal = { kind: 'pat', id: '00000000-0000-4000-8000-000000000000', roles: [] };
    for (const token_id of [id, 'no-uuid']) {
      await expect(
        refusalOf(bus.request(deletePersonalToken, { params: { token_id } }, as(stranger))),
      ).resolves.toContain('not_found');
    }
  });

  it('shows the user to itself', async () => {
    await expect(bus.request(getUser, {}, as(root))).resolves.toEqual({
      id: root.id,
      name: 'Root',
      email: 'root@localhost',
      type: 'ROOT',
      avatar: null,
      language: 'EN',
    });
    const profile = await bus.request(getUserProfile, {}, as(root));
    expect(profile).toMatchObject({
      can_be_deleted: false,
      dependant_accounts: [{ slug: 'lectern' }],
      preferences: { email: 'root@localhost' },
    });
    expect(profile.accounts).toEqual(profile.dependant_accounts.map(({ id }) => id));
  });

  it('finds accounts by id and slug', async () => {
    const bySlug = await bus.request(resolveAccount, { body: { account: 'lectern' } }, as(systemPrincipal));
    expect(bySlug).toMatchObject({ slug: 'lectern', type: 'stash-enterprise' });
    for (const account of [bySlug.id, bySlug.id.replaceAll('-', ''), bySlug.id.toUpperCase()]) {
      await expect(bus.request(resolveAccount, { body: { account } }, as(systemPrincipal))).resolves.toEqual(bySlug);
    }
    for (const account of ['nobody', '00000000-0000-4000-8000-000000000000', '']) {
      await expect(refusalOf(bus.request(resolveAccount, { body: { account } }, as(systemPrincipal)))).resolves.toBe(
        'not_found: Account not found',
      );
    }
  });

  it('counts what an account holds', async () => {
    const record = await bus.request(getAccount, { params: { account: 'lectern' } }, as(root));
    expect(record).toMatchObject({
      slug: 'lectern',
      can_manage_account: true,
      current_users: 1,
      current_kbs: 1,
      current_memories: 1,
      current_arags: 1,
      max_users: null,
    });
    const stranger: Principal = { kind: 'pat', id: '00000000-0000-4000-8000-000000000000', roles: [] };
    await expect(refusalOf(bus.request(getAccount, { params: { account: 'lectern' } }, as(stranger)))).resolves.toBe(
      'forbidden: Forbidden',
    );
  });

  it('tells zones with the address that they said last, and which zone a knowledge box is in', async () => {
    const { zones } = await bus.request(listZones, {}, as(root));
    expect(zones).toEqual([
      {
        id: expect.any(String),
        slug: 'local',
        title: 'Local zone',
        cloud_provider: 'SELF_HOSTED',
        private: false,
        origin: 'https://zone.example',
      },
    ]);
    const index = await bus.request(listKnowledgeBoxIndex, { params: { account: 'lectern' } }, as(root));
    expect(index.boxes).toEqual(
      ['b1', 'b2'].map((kb_id, number) => ({
        account_id: expect.any(String),
        kb_id,
        kb_mode: ['kb', 'agent'][number],
        zone_id: zones[0]?.id,
      })),
    );

    await announce({ slug: 'local', title: 'Moved', origin: 'http://127.0.0.1:9' });
    const after = await bus.request(listAccountZones, { params: { account: 'lectern' } }, as(root));
    expect(after.zones).toEqual([{ ...zones[0], title: 'Moved', origin: 'http://127.0.0.1:9' }]);
  });

  it('lists the knowledge boxes of zones elsewhere, and those alone when one of them is away', async () => {
    const peer = (id: string): Principal => ({ kind: 'peer', id, roles: [] });
    const east = { slug: 'east', title: 'East', origin: 'https://east.example' };
    await announce(east, peer('zone:east'));
    await announce({ ...east, slug: 'west' }, peer('zone:west'));
    const { zones } = await bus.request(listZones, {}, as(root));
    const { boxes } = await bus.request(listKnowledgeBoxIndex, { params: { account: 'lectern' } }, as(root));
    const idOf = (wanted: string) => zones.find(({ slug }) => slug === wanted)?.id;
    expect(boxes.map(({ kb_id, zone_id }) => [kb_id, zone_id])).toEqual([
      ['b1', idOf('local')],
      ['b2', idOf('local')],
      ['b4', idOf('east')],
    ]);
  });

  it('lets no zone speak for another', async () => {
    const east: Principal = { kind: 'peer', id: 'zone:east', roles: [] };
    const lie = announce({ slug: 'west', title: 'West', origin: 'https://elsewhere.example' }, east);
    await expect(refusalOf(lie)).resolves.toMatch(/^forbidden/);
  });

  it('tells zones whether a user they know still counts', async () => {
    const made = await bus.request(createPersonalToken, { body: { description: 'for a link' } }, as(root));
    const reference = { kind: 'pat' as const, id: root.id, key: made.id };
    const resolve = (body: typeof reference | { kind: 'user'; id: string }) =>
      bus.request(resolveUser, { body }, as(systemPrincipal));
    await expect(resolve(reference)).resolves.toMatchObject({
      type: 'ROOT',
      accounts: [{ slug: 'lectern', role: 'AOWNER' }],
    });
    await bus.request(deletePersonalToken, { params: { token_id: made.id } }, as(root));
    await expect(refusalOf(resolve(reference))).resolves.toContain('unauthorized');
    await expect(resolve({ kind: 'user', id: root.id })).resolves.toMatchObject({ type: 'ROOT' });
    await expect(refusalOf(resolve({ kind: 'user', id: made.id }))).resolves.toContain('unauthorized');
  });

  it('names users that exist', async () => {
    const ids = [root.id, '00000000-0000-4000-8000-000000000000'];
    const { users } = await bus.request(readUserNames, { body: { ids } }, as(systemPrincipal));
    expect(users).toEqual([{ id: root.id, name: 'Root', email: 'root@localhost' }]);
  });
});

describe('the first start', () => {
  const token = 'a-token-that-somebody-has-chosen-0123456789';
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'accounts-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('takes the configured token, prints nothing and keeps no file', async () => {
    const temporary = await temporaryDatabase();
    const write = jest.spyOn(process.stdout, 'write');
    const { app, bus } = await start({
      DATABASE_URL: temporary.url,
      DATA_DIR: folder,
      BOOTSTRAP_TOKEN: token,
      ROOT_EMAIL: 'Ada@Example.org',
    });
    const body = { carrier: 'authorization' as const, token };
    const verified = await bus.request(verifyUserCredential, { body }, { principal: systemPrincipal });
    expect(verified.expiresMs).toBeUndefined();
    expect(write.mock.calls.join('')).not.toContain(token);
    write.mockRestore();
    expect(existsSync(join(folder, 'first-token'))).toBe(false);
    await app.close();
    await temporary.drop();
  });

  it('happens once when two processes start at the same time', async () => {
    const temporary = await temporaryDatabase();
    const lines: string[] = [];
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    Object.assign(process.env, { DATABASE_URL: temporary.url, DATA_DIR: folder });
    const started = await Promise.all([start(), start(), start()]);
    write.mockRestore();
    expect(lines.filter((line) => line.includes('First personal access token'))).toHaveLength(1);
    const found = readFileSync(join(folder, 'first-token'), 'utf8').trim();
    for (const { bus } of started) {
      const body = { carrier: 'authorization' as const, token: found };
      await expect(bus.request(verifyUserCredential, { body }, { principal: systemPrincipal })).resolves.toMatchObject({
        type: 'ROOT',
      });
    }
    await Promise.all(started.map(({ app }) => app.close()));
    for (const name of ['DATABASE_URL', 'DATA_DIR']) delete process.env[name];
    await temporary.drop();
  });
});

describe('the schema accounts', () => {
  it('is the same by migrations and by entities', async () => {
    expect(await migrationDifferences({ ...accountsSchema, entities: entitiesOf(AccountsModule) })).toEqual([]);
  });
});
