import { randomUUID } from 'node:crypto';
import type { Principal } from '@lectern/contracts/core';
import { PushedText } from '@lectern/contracts/understanding';
import type { TaskRun } from '@lectern/database';
import { payloadOf, PushWorld } from './push-world.fixture';
import { PushService } from './push.service';

const textfield = (body: string) => ({ textfield: { t: Object.assign(new PushedText(), { body }) } });

describe('a push', () => {
  let world: PushWorld;
  let principal: Principal;

  beforeAll(async () => {
    world = await PushWorld.open();
  });
  beforeEach(() => (principal = { kind: 'nua', id: 'client', account: randomUUID(), roles: [] }));
  afterAll(() => world.close());

  const push = (members: object = {}, as = principal) => world.push(members, as);
  const find = (id: string) => world.parts.transactions.read((tx) => world.parts.records.find(id, tx));
  const stats = () => world.parts.shown.stats(undefined, principal);

  /** The service with settings of its own, which it reads when it is created. */
  function serviceWith(settings: Readonly<Record<string, string>>): PushService {
    const { transactions, rows, checks, queue } = world.parts;
    Object.assign(process.env, settings);
    try {
      return new PushService(transactions, rows, checks, queue);
    } finally {
      for (const name of Object.keys(settings)) delete process.env[name];
    }
  }

  it('gets the next number of its account, and the id that its resource had', async () => {
    const first = await push({ uuid: 'r1' });
    expect(first).toEqual({
      seqid: 1,
      account_seq: 1,
      queue: 'private',
      uuid: 'r1',
      processing_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(await push()).toMatchObject({ account_seq: 2, uuid: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(await push({}, { ...principal, account: randomUUID() })).toMatchObject({ account_seq: 1 });
  });

  it('gets a number of its own, however many come at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => push()));
    expect(all.map(({ account_seq }) => account_seq).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });

  it('is stored with its task, so that it is processed although its process ends now', async () => {
    const { processing_id: id } = await push();
    expect(await world.parts.queue.listWithKeys([`push:${id}`])).toMatchObject([
      { task: 'processPush', state: 'waiting', payload: { processingId: id } },
    ]);
  });

  it('is sealed, because it may contain passwords and cookies', async () => {
    const webhook_config = { uri: 'https://example.org/hook', headers: { authorization: 'open sesame' } };
    const { processing_id: id } = await push({ ...textfield('a secret text'), webhook_config });
    const stored = JSON.stringify(await find(id));
    for (const secret of ['secret text', 'sesame', 'example.org']) expect(stored).not.toContain(secret);
    const record = await find(id);
    expect(record && world.parts.rows.opened(record).payload.textfield['t']?.body).toBe('a secret text');
    expect(record && world.parts.rows.openedWebhook(record)).toEqual({
      uri: 'https://example.org/hook',
      headers: { authorization: 'open sesame' },
    });
  });

  it('cannot be opened as another one', async () => {
    const [one, other] = [await find((await push()).processing_id), await find((await push()).processing_id)];
    expect(() => world.parts.rows.opened({ id: one?.id ?? '', sealedRequest: other?.sealedRequest ?? '' })).toThrow();
  });

  it('forgets what was pushed once it has ended', async () => {
    const { processing_id: id } = await push(textfield('a secret text'));
    await world.parts.endings.complete(id, new Uint8Array());
    expect(await find(id)).toMatchObject({ sealedRequest: '' });
  });

  it.each([[undefined], [null], [{ uri: null, headers: {} }], [{ uri: '', headers: { a: 'b' } }]])(
    'has no webhook with %j',
    async (webhook_config) => {
      const record = await find((await push({ webhook_config })).processing_id);
      expect(record?.sealedWebhook).toBeNull();
    },
  );

  it('with a token of another account is refused, and nothing of it is stored', async () => {
    const life = { now: new Date(), expires: new Date(Date.now() + 60_000) };
    const file = { key: 'k', sizeBytes: 1, contentType: 'text/plain', filename: 'a', md5: '' };
    const foreign = world.parts.tokens.sign(randomUUID(), file, life);
    await expect(push({ filefield: { f: foreign } })).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'Invalid file token for field f',
    });
    expect(await stats()).toEqual({ incomplete: 0, scheduled: 0 });
  });

  it('with embedding models that nobody has is refused', async () => {
    await expect(push({ learning_config: { semantic_models: ['no-such'] } })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('no-such'),
    });
  });

  it('is for callers with an account', async () => {
    await expect(push({}, { kind: 'nua', id: 'client', roles: [] })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('is refused while too many of its account wait, with the time after which to try again', async () => {
    const service = serviceWith({ PUSH_QUEUE_MAX: '2' });
    const one = () => service.push(payloadOf({}), principal);
    const { processing_id: first } = await one();
    await one();
    const error: unknown = await one().catch((refused: unknown) => refused);
    expect(error).toMatchObject({
      code: 'rate_limited',
      message: 'Too much of the account waits to be processed',
      details: { headers: { 'Retry-After': '30' }, detail: { try_after: expect.any(Number) } },
    });
    expect(await stats()).toEqual({ incomplete: 2, scheduled: 0 });
    await world.parts.endings.fail(first, 'no');
    expect(await one()).toMatchObject({ account_seq: 3 });
  });

  it('is refused while too much of its account waits, and others are not', async () => {
    const service = serviceWith({ PUSH_QUEUE_MB: '1' });
    const big = (as: Principal) => service.push(payloadOf(textfield('a'.repeat(500_000))), as);
    await big(principal);
    await expect(big(principal)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await big({ ...principal, account: randomUUID() })).toMatchObject({ account_seq: 1 });
  });

  describe('whose turn it is', () => {
    const begin = (id: string) => world.parts.admission.begin(id);

    it('is taken, once and again, until it has ended', async () => {
      const { processing_id: id } = await push();
      const taken = await begin(id);
      expect(taken).toMatchObject({ id, endedAt: null });
      const { scheduledAt } = (await find(id)) ?? {};
      expect(await begin(id)).toMatchObject({ id });
      expect((await find(id))?.scheduledAt).toEqual(scheduledAt);
      await world.parts.endings.complete(id, new Uint8Array());
      expect(await begin(id)).toBeUndefined();
    });

    it('is none of a push that is not there', async () => {
      expect(await begin(randomUUID())).toBeUndefined();
    });

    it('comes after the earlier ones of its resource in its box, and of no other', async () => {
      const ids: string[] = [];
      for (const [kbid, uuid] of [
        ['b1', 'r1'],
        ['b1', 'r1'],
        ['b2', 'r1'],
        ['b1', 'r2'],
      ])
        ids.push((await push({ kbid, uuid })).processing_id);
      const began = await Promise.all(ids.map(async (id) => (await begin(id)) !== undefined));
      expect(began).toEqual([true, false, true, true]);
      expect(await find(ids[1] ?? '')).toMatchObject({ scheduledAt: null });
      await world.parts.endings.fail(ids[0] ?? '', 'no');
      expect(await begin(ids[1] ?? '')).toMatchObject({ resourceId: 'r1' });
    });

    it('of pushes of other accounts is not waited for', async () => {
      await push({ kbid: 'b', uuid: 'same' }, { ...principal, account: randomUUID() });
      const { processing_id: id } = await push({ kbid: 'b', uuid: 'same' });
      expect(await begin(id)).toMatchObject({ id });
    });
  });

  describe('ends', () => {
    const failed = (id: string) => world.parts.shown.get(id, principal);

    it('once: whatever comes first', async () => {
      const { processing_id: id } = await push();
      await Promise.all([
        world.parts.endings.complete(id, Buffer.from('message')),
        world.parts.endings.fail(id, 'no'),
        world.parts.endings.cancel(id),
      ]);
      const { completed, failed: hasFailed, failure, response } = await failed(id);
      expect(completed).toBe(!hasFailed);
      expect(response === null).toBe(hasFailed);
      expect(failure === null).toBe(completed);
      const { pending } = await world.parts.results.status(principal);
      expect(pending).toBe(completed ? 1 : 0);
    });

    it('with the room that it took in the line given back once', async () => {
      const { processing_id: id } = await push();
      for (let i = 0; i < 3; i += 1) await world.parts.endings.fail(id, 'no');
      const [figures]: { waiting: number }[] = await world.parts.dataSource.query(
        'SELECT waiting FROM processing_accounts WHERE account = $1',
        [principal.account],
      );
      expect(figures?.waiting).toBe(0);
    });

    it('with a reason in any script, however long, without characters that cannot be stored', async () => {
      const { processing_id: id } = await push();
      await world.parts.endings.fail(id, `Fehler 🦊\0${'x'.repeat(100_000)}`);
      expect((await failed(id)).failure).toMatch(/^Fehler 🦊/);
    });

    it('without counting further attempts', async () => {
      const { processing_id: id } = await push();
      await world.parts.admission.countRetry(id);
      await world.parts.endings.fail(id, 'no');
      await world.parts.admission.countRetry(id);
      expect(await failed(id)).toMatchObject({ retries: 1 });
    });
  });

  describe('of an account with limits', () => {
    const DOCUMENTS = 'monthly_limit_docs_no_media_processed';
    const limit = (left: object) => world.parts.limits.left.set(String(principal.account), left);
    const texts = (...names: string[]) => ({
      textfield: Object.fromEntries(names.map((name) => [name, Object.assign(new PushedText(), { body: 'Tides.' })])),
    });

    it('is refused before it is queued where not all of it fits, and taken where it does', async () => {
      limit({ [DOCUMENTS]: 2 });
      await expect(push(texts('a', 'b', 'c'))).rejects.toMatchObject({ code: 'quota_exceeded' });
      expect(await world.parts.queue.listWithKeys(['push:none'])).toEqual([]);
      expect(await push(texts('a', 'b'))).toMatchObject({ account_seq: 1 });
      limit({ monthly_limit_chars_processed: 0 });
      await expect(push(texts('a'))).rejects.toMatchObject({ code: 'quota_exceeded' });
      expect(await push({ generated_conversationfield: {} })).toMatchObject({ account_seq: 2 });
    });

    it('waits when others took what was left before its turn, and is processed once there is room', async () => {
      const { processing_id: id } = await push(texts('a'));
      const run = () =>
        world.parts.push.run({ processingId: id }, {
          signal: new AbortController().signal,
          alive: () => undefined,
          attempt: 1,
          attemptsMax: 10,
        } as unknown as TaskRun);
      limit({ [DOCUMENTS]: 0 });
      await run();
      expect(await find(id)).toMatchObject({ endedAt: null, retries: 0 });
      limit({ [DOCUMENTS]: 1 });
      await run();
      expect(await find(id)).toMatchObject({ endedAt: expect.any(Date), failed: false });
    });
  });
});
