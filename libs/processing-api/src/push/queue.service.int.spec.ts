import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Principal } from '@lectern/contracts/core';
import { statementsDuring } from '@lectern/testing';
import { PushWorld } from './push-world.fixture';

const FOR_TEST_MS = 60_000;
const MEBIBYTE = 1_048_576;

describe('the queue of results', () => {
  let world: PushWorld;
  let principal: Principal;
  const { signal } = new AbortController();

  beforeAll(async () => {
    world = await PushWorld.open();
  });
  beforeEach(() => (principal = { kind: 'nua', id: 'client', account: randomUUID(), roles: [] }));
  afterAll(() => world.close());

  const pull = (members: { timeout?: number; limit?: number; ack?: string[] } = {}, as = principal) =>
    world.parts.results.pull({ timeout: 0, limit: 10, ack: [], ...members }, { principal: as, signal });
  const legacy = (members: { from_cursor?: number; limit?: number; timeout?: number } = {}, as = principal) =>
    world.parts.results.pullLegacy({ timeout: 0, limit: 10, ...members }, { principal: as, signal });
  const text = ({ payload }: { payload: string }) => Buffer.from(payload, 'base64').toString();

  /** A push that has ended with a message. */
  async function ended(message: string | Buffer, { uuid, as = principal }: { uuid?: string; as?: Principal } = {}) {
    const { processing_id: id } = await world.push({ kbid: 'box', uuid }, as);
    await world.parts.endings.complete(id, Buffer.from(message));
    return id;
  }

  /** As if the leases of all results had ended. */
  const expire = () =>
    world.parts.dataSource.query(`UPDATE processing_deliveries SET leased_until = now() - interval '1 second'`);

  it('gives results in the order in which their pushes ended, each with a token of its own', async () => {
    for (const message of ['a', 'b', 'c']) await ended(message);
    const { messages, ttl, pending } = await pull();
    expect([messages.map(text), ttl, pending]).toEqual([['a', 'b', 'c'], 60, 3]);
    expect(new Set(messages.map(({ ack_token }) => ack_token)).size).toBe(3);
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map(({ seq }) => seq).toSorted((a, b) => a - b));
    expect(messages.every(({ headers }) => Object.keys(headers).length === 0)).toBe(true);
  });

  it('gives at most as many as wanted, and the others to the next', async () => {
    for (const message of ['a', 'b', 'c']) await ended(message);
    expect((await pull({ limit: 2 })).messages.map(text)).toEqual(['a', 'b']);
    expect((await pull({ limit: 2 })).messages.map(text)).toEqual(['c']);
  });

  it('gives a result to one of two that ask at the same time', async () => {
    for (let i = 0; i < 12; i += 1) await ended(String(i));
    const all = await Promise.all([1, 2, 3, 4].map(() => pull({ limit: 4 })));
    const seen = all.flatMap(({ messages }) => messages.map(text));
    expect(seen.length).toBe(new Set(seen).size);
    const rest = await pull({ limit: 12 });
    expect([...seen, ...rest.messages.map(text)].toSorted()).toEqual(
      Array.from({ length: 12 }, (_, i) => String(i)).toSorted(),
    );
  });

  it('forgets what was acknowledged, and keeps what was not', async () => {
    for (const message of ['a', 'b']) await ended(message);
    const [first] = (await pull()).messages;
    const after = await pull({ limit: 0, ack: [first?.ack_token ?? ''] });
    expect(after).toMatchObject({ messages: [], pending: 1 });
    await expire();
    expect((await pull()).messages.map(text)).toEqual(['b']);
  });

  it('gives a result again when its lease has ended, and takes the old token no more', async () => {
    await ended('a');
    const [first] = (await pull()).messages;
    expect((await pull()).messages).toEqual([]);
    await expire();
    const [again] = (await pull()).messages;
    expect([again?.seq, again?.ack_token === first?.ack_token]).toEqual([first?.seq, false]);
    expect(await pull({ limit: 0, ack: [first?.ack_token ?? ''] })).toMatchObject({ pending: 1 });
    expect(await pull({ limit: 0, ack: [again?.ack_token ?? ''] })).toMatchObject({ pending: 0 });
  });

  it('keeps a result from others for longer when its holder asks for it', async () => {
    await ended('a');
    const [held] = (await pull()).messages;
    await expire();
    expect(await world.parts.results.extend([held?.ack_token ?? ''], principal)).toBeNull();
    expect((await pull()).messages).toEqual([]);
  });

  it('ignores tokens that are none, and tokens of others', async () => {
    await ended('a');
    const [held] = (await pull()).messages;
    const other = { ...principal, id: 'another client' };
    await pull({ limit: 0, ack: [held?.ack_token ?? ''] }, other);
    await pull({ limit: 0, ack: ['', 'no token', "'; --", randomUUID()] });
    await expire();
    await world.parts.results.extend([held?.ack_token ?? ''], other);
    expect((await pull()).messages.map(text)).toEqual(['a']);
  });

  it('is one for each client of an account, and for each account', async () => {
    await ended('a');
    const [client, account] = [
      { ...principal, id: 'b' },
      { ...principal, account: randomUUID() },
    ];
    for (const as of [client, account]) {
      expect((await pull({}, as)).messages).toEqual([]);
      expect((await legacy({}, as)).status).toBe('empty');
      expect(await world.parts.results.status(as)).toEqual({ pending: 0 });
    }
    expect(await world.parts.results.status(principal)).toEqual({ pending: 1 });
  });

  it('gives the results of a resource one after the other, whatever the others do', async () => {
    const uuid = randomUUID().replaceAll('-', '');
    for (const message of ['old', 'new']) await ended(message, { uuid });
    await ended('other');
    const first = await pull();
    expect(first.messages.map(text)).toEqual(['old', 'other']);
    expect((await pull()).messages).toEqual([]);
    const acks = first.messages.map(({ ack_token }) => ack_token);
    expect((await pull({ ack: acks })).messages.map(text)).toEqual(['new']);
  });

  it('gives no more bytes at once than travel at once, but always one result', async () => {
    for (const byte of ['a', 'b']) await ended(byte.repeat(4 * MEBIBYTE));
    expect((await pull()).messages.map(({ payload }) => Buffer.from(payload, 'base64')[0])).toEqual([97]);
    expect((await pull()).messages.map(({ payload }) => Buffer.from(payload, 'base64')[0])).toEqual([98]);
  });

  it(
    'waits for a result as long as wanted, and gives it as soon as there is one',
    async () => {
      const waiting = pull({ timeout: 30 });
      await sleep(200);
      await ended('late');
      expect((await waiting).messages.map(text)).toEqual(['late']);
    },
    FOR_TEST_MS,
  );

  it('gives nothing when the wait is over', async () => {
    expect(await pull({ timeout: 0.2 })).toEqual({ messages: [], ttl: 60, pending: 0 });
  });

  it('waits no longer when its client has gone', async () => {
    const gone = new AbortController();
    const waiting = world.parts.results.pull({ timeout: 30, limit: 1, ack: [] }, { principal, signal: gone.signal });
    gone.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('only acknowledges with a limit of 0, without waiting', async () => {
    await ended('a');
    expect(await pull({ timeout: 30, limit: 0 })).toMatchObject({ messages: [], pending: 1 });
    expect((await pull()).messages.map(text)).toEqual(['a']);
  });

  it('is not for callers without an account', async () => {
    const nobody: Principal = { kind: 'nua', id: 'client', roles: [] };
    await expect(pull({}, nobody)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('leases results with as many statements for many as for one, apart from reading their messages', async () => {
    const statements = async (count: number) => {
      for (let i = 0; i < count; i += 1) await ended(String(i));
      const all = await statementsDuring(world.parts.dataSource, () => pull());
      return all.filter((sql) => !sql.includes('processing_results')).length;
    };
    const one = await statements(1);
    expect(await statements(8)).toBe(one);
  });

  describe('by numbers', () => {
    it('gives the first results again until a higher number acknowledges them', async () => {
      for (const message of ['a', 'b', 'c']) await ended(message);
      const first = await legacy({ limit: 2 });
      expect(first.payloads.map((payload) => text({ payload }))).toEqual(['a', 'b']);
      expect(await legacy({ limit: 2 })).toEqual(first);
      const next = await legacy({ from_cursor: first.cursor ?? 0 });
      expect(next.payloads.map((payload) => text({ payload }))).toEqual(['c']);
      expect(await world.parts.results.status(principal)).toEqual({ pending: 1 });
    });

    it('says how it names the first and the last of them', async () => {
      for (const message of ['a', 'b']) await ended(message);
      const { status, payload, payloads, msgid, cursor } = await legacy();
      expect([status, payload]).toEqual(['ok', payloads[0]]);
      expect(cursor).toBe(Number(msgid) + 1);
    });

    it('is empty without results', async () => {
      const empty = { status: 'empty', payload: null, payloads: [], msgid: null, cursor: null };
      expect(await legacy()).toEqual(empty);
      expect(await legacy({ from_cursor: Number.MAX_SAFE_INTEGER })).toEqual(empty);
    });

    it('gives one result unless more are wanted', async () => {
      for (const message of ['a', 'b']) await ended(message);
      const { payloads } = await world.parts.results.pullLegacy({}, { principal, signal });
      expect(payloads).toHaveLength(1);
    });

    it('acknowledges nothing of other clients', async () => {
      await ended('a');
      await legacy({ from_cursor: Number.MAX_SAFE_INTEGER }, { ...principal, id: 'another client' });
      expect((await legacy()).status).toBe('ok');
    });
  });
});
