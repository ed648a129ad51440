import {
  accountsKeys,
  beginSecondFactor,
  confirmSecondFactor,
  logIn,
  type PasswordLogin,
  setOwnPassword,
} from '@lectern/contracts/accounts';
import { agentsKeys } from '@lectern/contracts/agents';
import type { Sent } from '@lectern/client';
import { knowledgeBoxKeys } from '@lectern/contracts/knowledge-box';
import { understandingKeys } from '@lectern/contracts/understanding';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AuthenticatorApp } from '../../libs/accounts/src/second-factor/authenticator.fixture';
import { Client } from '../harness/client';
import { lectern } from '../harness/command-line';
import { apiKey, asRole, bearer, type Credential, issueNuaKey } from '../harness/credentials';
import { inDatabase } from '../harness/database';
import { inStandalone } from '../harness/in-standalone';
import { deploymentOf, server } from '../harness/modes';
import { projectRoot } from '../harness/process';
import { sealedColumns } from '../harness/sealed-columns.fixture';
import { Standalone, temporaryFolder } from '../harness/standalone';
import { newUserOf } from '../harness/users';

const services = [accountsKeys, knowledgeBoxKeys, understandingKeys, agentsKeys];
const ENVELOPE = '\\m(v1|v2|w2)\\.[0-9a-f]{12}\\.[A-Za-z0-9_-]{16,}\\.';

inStandalone('master keys, %s', (mode) => {
  it('are counted in every service, and seal again what named another, which is nothing here', async () => {
    const { api } = server(mode);
    let envelopes = 0;
    for (const { count, reseal } of services) {
      const { keys } = await api.call(count, {});
      expect(keys).toEqual([
        { id: expect.stringMatching(/^[0-9a-f]{12}$/), configured: true, envelopes: expect.any(Number) },
      ]);
      envelopes += keys[0]?.envelopes ?? 0;
      expect(await api.call(reseal, { body: {} })).toEqual({ resealed: 0, left: 0, cursor: null });
    }
    // At least the keys that sign tokens.
    expect(envelopes).toBeGreaterThanOrEqual(2);
  });

  it('are named in no column that a rotation would leave out', async () => {
    const kb = await server(mode).createKnowledgeBox();
    await issueNuaKey(kb, { processing_webhook: { uri: 'https://example.org/hook', headers: { 'x-key': 'secret' } } });
    await kb.createResource({ links: { page: { uri: 'https://example.org/', headers: { 'x-key': 'secret' } } } });
    const found = await inDatabase(deploymentOf(mode).folder, async (database) => {
      const { rows: columns } = await database.query<{ place: string; sql: string }>(
        `select format('%s.%s.%s', table_schema, table_name, column_name) as place,
            format('select 1 from %I.%I where %I::text ~ $1 limit 1', table_schema, table_name, column_name) as sql
          from information_schema.columns join information_schema.tables using (table_schema, table_name)
          where table_type = 'BASE TABLE' and data_type in ('text', 'jsonb', 'json')
            and table_schema not in ('pg_catalog', 'information_schema')`,
      );
      const places: string[] = [];
      for (const { place, sql } of columns) if ((await database.query(sql, [ENVELOPE])).rowCount) places.push(place);
      return places;
    });
    expect(found.length).toBeGreaterThanOrEqual(4);
    expect(found.filter((place) => !sealedColumns.includes(place))).toEqual([]);
  });

  it('are for those who run the deployment', async () => {
    const kb = await asRole(await server(mode).createKnowledgeBox(), 'SOWNER');
    expect((await kb.client.send('GET', '/admin/keys/accounts')).status).toBe(403);
    const answer = await server(mode).send('POST', '/admin/keys/agents', { body: { cursor: 'nonsense' } });
    expect(answer.status).toBe(422);
  });
});

describe('a rotation of master keys, standalone', () => {
  const [OLD, NEW] = ['the-first-key-of-this-test-0123456789', 'the-second-key-of-this-test-0123456789'];
  const PASSWORD = 'Tides-of-1837';
  let dataDir: string;
  let product: Standalone;

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    product = await start(OLD);
  }, 180_000);
  afterAll(async () => {
    await product?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = (SECRETS_KEY: string) => Standalone.start({ dataDir, env: { SECRETS_KEY } });
  const client = (credential?: Credential) => new Client(product.origin, credential);
  const signIn = async (body: Sent<PasswordLogin>) => (await client().api.call(logIn, { body })).access_token;

  /** Secrets of every kind, in use. */
  async function world() {
    const person = await newUserOf(product);
    await client(person.credential).api.call(setOwnPassword, { body: { password: PASSWORD } });
    const { api } = client(bearer(await signIn({ username: person.email, password: PASSWORD })));
    const app = new AuthenticatorApp((await api.call(beginSecondFactor, { body: {} })).secret);
    const { recovery_codes: codes } = await api.call(confirmSecondFactor, { body: { code: app.code(-1) } });
    const kb = await client(bearer(product.token)).createKnowledgeBox();
    await issueNuaKey(kb, { processing_webhook: { uri: 'https://example.org/hook', headers: { 'x-key': 'secret' } } });
    await kb.createResource({ links: { page: { uri: 'https://example.org/', headers: { 'x-key': 'secret' } } } });
    const proof = { username: person.email, password: PASSWORD, second_factor_code: codes[0] };
    return { person, app, key: await kb.key('SMEMBER'), path: kb.path, access: await signIn(proof) };
  }

  /** Runs the command until its first line of output, and kills it, or what `act` kills. */
  async function interrupted(act: (command: ChildProcess) => unknown): Promise<void> {
    const args = [join(projectRoot, 'dist/apps/cli/main.js'), 'keys', 'rotate', '--json'];
    const command = spawn(process.execPath, args, { env: cli(), stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = once(command, 'exit');
    await once(command.stdout, 'data');
    await act(command);
    await ended;
  }
  const cli = () => ({ LECTERN_URL: product.origin, LECTERN_TOKEN: product.token });

  it('is killed midway, and the product too, and is resumed while requests run, which never fail for it', async () => {
    const { person, app, key, path, access } = await world();
    await product.stop();
    product = await start(`${NEW},${OLD}`);

    let [isRunning, isKilled, served] = [true, false, 0];
    const failures: string[] = [];
    const asking = (async () => {
      while (isRunning) {
        const before = isKilled;
        const asked = [client(bearer(access)).send('GET', '/user'), client(apiKey(key)).send('GET', path)];
        for (const answer of await Promise.allSettled(asked)) {
          const status = answer.status === 'fulfilled' ? answer.value.status : String(answer.reason);
          if (status === 200) served += 1;
          else if (!before && !isKilled) failures.push(String(status));
        }
      }
    })();
    await interrupted((command) => command.kill('SIGKILL'));
    await interrupted(async () => {
      isKilled = true;
      await product.restart(async () => undefined);
      isKilled = false;
    });
    expect(await lectern(['keys', 'rotate'], cli())).toMatchObject({ code: 0 });
    isRunning = false;
    await asking;
    expect([failures, served > 10]).toEqual([[], true]);
    const { stdout } = await lectern(['keys', 'status', '--json'], cli());
    const counts: readonly { newest: boolean; envelopes: number }[] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(counts.filter(({ newest, envelopes }) => !newest && envelopes > 0)).toEqual([]);
    expect(counts.filter(({ newest, envelopes }) => newest && envelopes > 0).length).toBeGreaterThanOrEqual(2);

    await product.stop();
    product = await start(NEW);
    expect((await client(bearer(access)).send('GET', '/user')).status).toBe(200);
    expect((await client(apiKey(key)).send('GET', path)).status).toBe(200);
    const again = { username: person.email, password: PASSWORD, second_factor_code: app.code() };
    expect(await signIn(again)).toMatch(/^eyJ/);
  }, 300_000);
});
