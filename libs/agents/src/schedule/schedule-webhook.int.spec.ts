import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ScheduledRun } from '@lectern/contracts/agents';
import type { TaskRun } from '@lectern/database';
import { AllowList, Egress, Guard } from '@lectern/egress';
import { masterKeyOf, randomSecret, SecretEnvelope, signatureOf } from '@lectern/secrets';
import { type AgentsDatabase, openAgentsDatabase } from '../agents-database.fixture';
import { ScheduleSecrets } from './schedule-secrets';
import { ScheduleWebhooks } from './schedule-webhook.task';
import type { ScheduleEntity } from './schedule.entity';
import { ScheduleRepository } from './schedule.repository';

const ATTEMPTS_MAX = 20;
const began = '2026-11-30T08:00:00.000Z';
const result: ScheduledRun = {
  interaction: randomUUID(),
  began,
  ended: '2026-11-30T08:00:05.000Z',
  outcome: 'answered',
  answer: 'On rocks',
  error: null,
  webhook: 'waiting',
};

describe('the result of a schedule', () => {
  let database: AgentsDatabase;
  let server: Server;
  let web: Egress;
  let url: string;
  let status: number;
  let headers: Record<string, string>;
  let got: { readonly message: IncomingMessage; readonly body: string }[];
  const repository = new ScheduleRepository();
  const secrets = new ScheduleSecrets(new SecretEnvelope([masterKeyOf(randomSecret())]));
  let webhooks: ScheduleWebhooks;

  beforeAll(async () => {
    database = await openAgentsDatabase();
    server = createServer(async (message, response) => {
      got.push({ message, body: await text(message) });
      response.writeHead(status, headers).end('No text of it is shown');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`; // of a server that listens
    web = new Egress(new Guard(new AllowList(['127.0.0.1'])));
    webhooks = new ScheduleWebhooks(database.transactions, repository, secrets, web);
  });
  afterAll(async () => {
    await web.onApplicationShutdown();
    server.close();
    await database.drop();
  });
  beforeEach(() => {
    got = [];
    status = 204;
    headers = {};
  });

  /** A schedule with a webhook at this address, whose latest run began then. */
  async function stored(webhook: string | null = url, latest = began) {
    const key = { agent: randomUUID(), id: randomUUID() };
    const { sealed, secret } = secrets.seal(key, { authorization: 'Bearer hook' });
    const facts = { name: 'Daily', cron: '0 8 * * *', timezone: 'UTC', workflow: 'default', question: 'Where?' };
    const row: ScheduleEntity = {
      ...{ ...key, ...facts, arguments: {}, session: 's', enabled: true, due: null, created: new Date() },
      ...{ webhook, sealed: webhook === null ? null : sealed, paused: null, failures: 0, runningSince: null },
      owner: { kind: 'sa', id: 'robot', account: 'a', key: 'k' },
      lastRun: { ...result, began: latest },
    };
    await database.transactions.run((tx) => repository.insert(row, tx));
    return { key, secret };
  }
  const deliver = (key: { readonly agent: string; readonly id: string }, attempt = 1) => {
    const { signal } = new AbortController();
    const run = { signal, attempt, attemptsMax: ATTEMPTS_MAX } as unknown as TaskRun; // What it uses.
    return webhooks.run({ ...key, run: result }, run);
  };
  const noted = async (key: { readonly agent: string; readonly id: string }) =>
    (await database.transactions.read((tx) => repository.get(key, tx))).lastRun?.webhook;

  it('is sent with its headers and a signature, and noted', async () => {
    const { key, secret } = await stored();
    await deliver(key);
    const [call] = got;
    expect(call?.message).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer hook' } });
    const { webhook: _, ...shown } = result;
    const facts = { agent: key.agent, schedule: key.id, name: 'Daily', workflow_id: 'default', session: 's' };
    expect(JSON.parse(call?.body ?? '')).toEqual({ ...facts, question: 'Where?', ...shown });
    const signature = String(call?.message.headers['x-svc-signature']);
    const seconds = Number(/t=(\d+)/.exec(signature)?.[1]);
    expect(signature).toBe(signatureOf(call?.body ?? '', secret, new Date(seconds * 1_000)));
    expect(await noted(key)).toBe('delivered');
  });

  it.each([404, 500, 301])('that the webhook answers with %d is sent again, and given up in the end', async (code) => {
    status = code;
    headers = { location: `${url}/elsewhere` };
    const { key } = await stored();
    await expect(deliver(key)).rejects.toThrow(`The webhook answered ${code}`);
    expect(await noted(key)).toBe('waiting');
    await deliver(key, ATTEMPTS_MAX);
    expect(await noted(key)).toBe('given_up');
    expect(got.map(({ message }) => message.url)).toEqual(['/hook', '/hook']);
  });

  it('is never sent to a private address', async () => {
    const { key } = await stored('http://10.0.0.1/hook');
    await expect(deliver(key)).rejects.toThrow();
    expect(got).toEqual([]);
  });

  it('is not sent when the webhook or the schedule is gone', async () => {
    const { key } = await stored(null);
    await deliver(key);
    await deliver({ agent: randomUUID(), id: randomUUID() });
    expect(got).toEqual([]);
  });

  it('does not change what is noted of a later run', async () => {
    const { key } = await stored(url, '2026-11-30T09:00:00.000Z');
    await deliver(key);
    expect(got).toHaveLength(1);
    expect(await noted(key)).toBe('waiting');
  });
});
