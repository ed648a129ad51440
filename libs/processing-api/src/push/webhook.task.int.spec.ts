import { createHmac, randomUUID } from 'node:crypto';
import type { Principal } from '@lectern/contracts/core';
import type { TaskRun } from '@lectern/database';
import { PushWorld, SIGNING_SECRET } from './push-world.fixture';
import { signatureOf } from '@lectern/secrets';

describe('the webhook of a push', () => {
  let world: PushWorld;
  let principal: Principal;
  let calls: { path: string; method: string; headers: Readonly<Record<string, unknown>>; body: string }[];
  let statuses: number[];

  beforeAll(async () => {
    world = await PushWorld.open();
  });
  beforeEach(() => {
    principal = { kind: 'nua', id: 'client', account: randomUUID(), roles: [] };
    calls = [];
    statuses = [];
    world.clientWebhook = undefined;
    world.signingSecret = SIGNING_SECRET;
    world.answer = async (request, response) => {
      const { url: path = '', method = '', headers } = request;
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      calls.push({ path, method, headers, body: Buffer.concat(chunks).toString() });
      response.statusCode = statuses.shift() ?? 204;
      response.end();
    };
  });
  afterAll(() => world.close());

  const hook = (path = 'push', headers: Readonly<Record<string, string>> = {}) => ({
    uri: `${world.site}${path}`,
    headers,
  });
  async function ended(members: object = {}, as = principal) {
    const { processing_id: id } = await world.push(members, as);
    await world.parts.endings.complete(id, Buffer.from('message'));
    return id;
  }
  const shown = (id: string) => world.parts.shown.get(id, principal);
  const run = (id: string, members: Partial<TaskRun> = {}) => {
    const circumstances = { attempt: 1, attemptsMax: 3, signal: new AbortController().signal, ...members };
    // The members of a run that it uses.
    return world.parts.webhook.run({ processingId: id }, circumstances as TaskRun);
  };

  it('gets the record with its message, and headers that cannot be replaced by those of the caller', async () => {
    const headers = { 'x-own': 'yes', 'content-type': 'text/plain', 'x-svc-processing-id': 'forged' };
    const id = await ended({ title: 'Tides 🌊', webhook_config: hook('push', headers) });
    await run(id);
    expect(calls).toMatchObject([
      {
        path: '/push',
        method: 'POST',
        headers: { 'x-own': 'yes', 'content-type': 'application/json', 'x-svc-processing-id': id },
      },
    ]);
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({
      processing_id: id,
      title: 'Tides 🌊',
      completed: true,
      response: Buffer.from('message').toString('base64'),
      webhook: null,
    });
    expect((await shown(id)).webhook).toMatchObject({ state: 'delivered', attempts: 1, last_error: null });
  });

  it('of a push that failed gets the reason, and no message', async () => {
    const { processing_id: id } = await world.push({ webhook_config: hook() }, principal);
    await world.parts.endings.fail(id, 'Given up');
    await run(id);
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ failed: true, failure: 'Given up', response: null });
  });

  it('is that of the push, else that of the client, else none', async () => {
    world.clientWebhook = hook('client');
    await run(await ended({ webhook_config: hook('push') }));
    await run(await ended());
    world.clientWebhook = undefined;
    const id = await ended();
    await run(id);
    expect(calls.map(({ path }) => path)).toEqual(['/push', '/client']);
    expect((await shown(id)).webhook).toBeNull();
  });

  it.each([300, 404, 500])('that answers %i is tried again, and says so', async (status) => {
    statuses = [status];
    const id = await ended({ webhook_config: hook() });
    await expect(run(id)).rejects.toThrow(`The webhook answered ${status}`);
    expect((await shown(id)).webhook).toMatchObject({
      state: 'retrying',
      attempts: 1,
      last_error: `The webhook answered ${status}`,
    });
  });

  it('that answers at last keeps the reason of the attempt before', async () => {
    statuses = [503];
    const id = await ended({ webhook_config: hook() });
    await expect(run(id)).rejects.toThrow('503');
    await run(id, { attempt: 2 });
    expect((await shown(id)).webhook).toMatchObject({
      state: 'delivered',
      attempts: 2,
      last_error: 'The webhook answered 503',
    });
  });

  it('is given up after the last attempt, and called again when somebody asks for it', async () => {
    statuses = [503];
    const id = await ended({ webhook_config: hook() });
    await run(id, { attempt: 3 });
    expect((await shown(id)).webhook).toMatchObject({ state: 'given_up', attempts: 1 });
    await run(id);
    expect((await shown(id)).webhook).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  it('follows no redirects', async () => {
    statuses = [302];
    const id = await ended({ webhook_config: hook() });
    await expect(run(id)).rejects.toThrow('The webhook answered 302');
    expect(calls).toHaveLength(1);
  });

  it('of a client that is gone is never called', async () => {
    const gone = { ...principal, id: 'gone' };
    const id = await ended({ webhook_config: hook() }, gone);
    await run(id);
    expect(calls).toEqual([]);
    expect((await shown(id)).webhook).toMatchObject({ state: 'given_up', last_error: 'Its client is gone' });
  });

  it('of a push that was removed is not called', async () => {
    const id = await ended({ webhook_config: hook() });
    await world.parts.transactions.run((tx) => world.parts.records.delete([id], tx));
    await run(id);
    expect(calls).toEqual([]);
  });

  it('is no longer waited for when the process ends', async () => {
    world.answer = () => undefined;
    const id = await ended({ webhook_config: hook() });
    const stopping = new AbortController();
    const running = run(id, { signal: stopping.signal });
    setTimeout(() => stopping.abort(), 100);
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    expect((await shown(id)).webhook).toBeNull();
  });

  it('is signed with the secret of its client over the time and the body, and not without one', async () => {
    await run(await ended({ webhook_config: hook() }));
    const [call] = calls;
    const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(call?.headers['x-svc-signature'])) ?? [];
    expect(createHmac('sha256', SIGNING_SECRET).update(`${seconds}.${call?.body}`).digest('hex')).toBe(mac);
    world.signingSecret = undefined;
    await run(await ended({ webhook_config: hook('push', { 'x-svc-signature': 'of the caller' }) }));
    expect(calls[1]?.headers['x-svc-signature']).toBe('of the caller');
  });

  it('has another signature for another second, another secret and another body', () => {
    const now = new Date('2026-03-01T10:00:00Z');
    const one = signatureOf('{}', 'secret', now);
    expect(one).toBe(signatureOf('{}', 'secret', new Date('2026-03-01T10:00:00.900Z')));
    const others = [
      signatureOf('{ }', 'secret', now),
      signatureOf('{}', 'other', now),
      signatureOf('{}', 'secret', new Date('2026-03-01T10:00:01Z')),
    ];
    expect(new Set([one, ...others]).size).toBe(4);
  });
});
