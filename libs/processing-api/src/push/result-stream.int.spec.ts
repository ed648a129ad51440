import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Principal } from '@lectern/contracts/core';
import { type ProcessingResultEvent, PushedText, type ResultType } from '@lectern/contracts/understanding';
import { doorsOf } from './processing-doors.fixture';
import { PushWorld } from './push-world.fixture';

const FOR_TEST_MS = 60_000;

describe('the stream of a result', () => {
  let world: PushWorld;
  let doors: ReturnType<typeof doorsOf>;
  let principal: Principal;
  const { signal } = new AbortController();

  beforeAll(async () => {
    world = await PushWorld.open();
    doors = doorsOf(world);
    await world.start();
  });
  beforeEach(() => (principal = { kind: 'nua', id: 'client', account: randomUUID(), roles: [] }));
  afterAll(() => world.close());

  const push = async (bodies: Readonly<Record<string, string>>) => {
    const fields = Object.entries(bodies).map(([id, body]) => [id, Object.assign(new PushedText(), { body })] as const);
    return (await world.push({ textfield: Object.fromEntries(fields) }, principal)).processing_id;
  };
  const stream = (id: string, { types, lastEventId }: { types?: ResultType[]; lastEventId?: string } = {}) =>
    doors.results.stream({ id, query: { data_types: types }, lastEventId, principal, signal });
  async function eventsOf(id: string, members: { types?: ResultType[]; lastEventId?: string } = {}) {
    const events: ProcessingResultEvent[] = [];
    for await (const event of stream(id, members)) if (event.data) events.push(event);
    return events;
  }

  it(
    'waits for the end of the push, then tells all of it, and that it is complete',
    async () => {
      const events = await eventsOf(await push({ t: 'Tides follow the moon.' }));
      expect(events.map(({ id, data }) => [id, data?.type])).toEqual([
        [1, 'FullText'],
        [2, 'Chunk'],
        [3, 'Metadata'],
        [undefined, 'end'],
      ]);
      expect(events[0]?.data?.data).toEqual({ text: 'Tides follow the moon.' });
      expect(events.at(-1)?.data).toEqual({ type: 'end', completed: true, failed: false });
    },
    FOR_TEST_MS,
  );

  it(
    'tells only the kinds that are wanted, and all where none is named',
    async () => {
      const id = await push({ t: 'Tides.' });
      const types = async (wanted?: ResultType[]) =>
        (await eventsOf(id, { types: wanted })).map(({ data }) => data?.type);
      expect(await types(['Chunk'])).toEqual(['Chunk', 'end']);
      expect(await types([])).toEqual(['FullText', 'Chunk', 'Metadata', 'end']);
      expect(await types(['Links'])).toEqual(['end']);
    },
    FOR_TEST_MS,
  );

  it(
    'continues after the event that its client saw last',
    async () => {
      const id = await push({ t: 'Tides.' });
      const all = await eventsOf(id);
      for (const [index, { id: seen }] of all.slice(0, -1).entries())
        expect(await eventsOf(id, { lastEventId: String(seen) })).toEqual(all.slice(index + 1));
      expect(await eventsOf(id, { lastEventId: '' })).toEqual(all);
      expect((await eventsOf(id, { lastEventId: '999999' })).map(({ data }) => data?.type)).toEqual(['end']);
    },
    FOR_TEST_MS,
  );

  it.each(['x', '-1', '1.5', '1e3', '9'.repeat(10)])('does not continue after the event %j', async (lastEventId) => {
    await expect(stream(await push({}), { lastEventId }).next()).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'Last-Event-ID does not come from this stream',
    });
  });

  it(
    'beats while the push waits',
    async () => {
      await world.stop();
      const events = stream(await push({ t: 'Tides.' }));
      expect((await events.next()).value).toEqual({});
      const next = events.next();
      await world.start();
      expect((await next).value?.data?.type).toBe('FullText');
      await events.return(undefined);
    },
    FOR_TEST_MS,
  );

  it('of a push that failed or was cancelled says so, and nothing else', async () => {
    await world.stop();
    const id = await push({ t: 'Tides.' });
    await world.parts.endings.cancel(id);
    expect(await eventsOf(id)).toEqual([{ data: { type: 'end', completed: false, failed: true } }]);
    await world.start();
  });

  it('of other accounts, and of pushes that are not there, does not exist', async () => {
    const id = await push({});
    const [stranger, missing] = [{ ...principal, account: randomUUID() }, randomUUID()];
    const foreign = doors.results.stream({ id, query: {}, principal: stranger, signal });
    await expect(foreign.next()).rejects.toMatchObject({ code: 'not_found' });
    await expect(stream(missing).next()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('ends with its client', async () => {
    await world.stop();
    const gone = new AbortController();
    const events: AsyncGenerator<ProcessingResultEvent> = doors.results.stream({
      id: await push({ t: 'a' }),
      query: {},
      principal,
      signal: gone.signal,
    });
    await events.next();
    const next = events.next();
    await sleep(50);
    gone.abort();
    await expect(next).rejects.toMatchObject({ name: 'AbortError' });
    await world.start();
  });

  it(
    'reads texts that the message keeps in files, as long as these are there',
    async () => {
      const long = 'tide '.repeat(300_000);
      const id = await push({ first: long, second: long });
      const texts = await eventsOf(id, { types: ['FullText'] });
      const lengths = texts.map(({ data }) => String(data?.data?.['text'] ?? '').length);
      expect(lengths).toEqual([long.length, long.length, 0]);
      await world.parts.blobs.deleteAll(`account/${principal.account}/processing/${id}/`);
      await expect(eventsOf(id, { types: ['FullText'] })).rejects.toMatchObject({ code: 'not_found' });
    },
    FOR_TEST_MS,
  );
});
