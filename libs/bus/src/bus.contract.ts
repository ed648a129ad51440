import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, type Principal, systemPrincipal } from '@lectern/contracts/core';
import { type INestMicroservice, type LoggerService, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Bus, CallOptions } from './bus';
import {
  count,
  countHere,
  echo,
  fail,
  handlersFor,
  large,
  nobody,
  noticed,
  outer,
  type Payload,
  Seen,
  until,
  wait,
  where,
} from './bus-handlers.contract';
import { BusModule } from './bus.module';
import { BusServer } from './bus-server';
import { callContext } from './call-context';
import { VALUE_BYTES_MAX } from './limits';
import type { HandledCall, ServingBus } from './serving-bus';

/** Makes one bus per simulated process. Buses on a network reach each other; in process there is only one. */
export interface BusMaker {
  make(observe?: (call: HandledCall) => void): Promise<ServingBus>;
}

interface Running {
  readonly bus: ServingBus;
  readonly seen: Seen;
  readonly handled: HandledCall[];
  readonly logged: string[];
}

const principal: Principal = { ...systemPrincipal, id: 'ada', securityGroups: ['staff'] };
const asAda: CallOptions = { principal, requestId: 'request-1' };

/** The contract of every bus, whatever the transport. `others` is 0 where there can be only one process. */
export function describeBus(maker: () => BusMaker, others: 0 | 1): void {
  const apps: INestMicroservice[] = [];
  const buses: ServingBus[] = [];

  async function start(): Promise<Running> {
    const handled: HandledCall[] = [];
    const logged: string[] = [];
    const seen = new Seen();
    const bus = await maker().make((call) => handled.push(call));
    const strategy = new BusServer(bus);
    @Module({ imports: [BusModule.of(strategy, () => 4_000)], controllers: [handlersFor(seen, bus)] })
    class TryModule {}
    const app = await NestFactory.createMicroservice(TryModule, { strategy, logger: logTo(logged) });
    await app.listen();
    apps.push(app);
    buses.push(bus);
    return { bus, seen, handled, logged };
  }

  /** The bus of the calling process: another process where possible. */
  async function callerOf(server: Running): Promise<Bus> {
    if (others === 0) return server.bus;
    const bus = await maker().make();
    buses.push(bus);
    return bus;
  }

  async function pair() {
    const server = await start();
    return { server, bus: await callerOf(server) };
  }

  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.close()));
    await Promise.all(buses.splice(0).map((bus) => bus.close()));
  });

  it('gives the handler what the caller said, its circumstances, and empty parts for what was left out', async () => {
    const { bus } = await pair();
    const answer = await bus.request(echo, { body: { list: [1, 'ä', null], when: new Date(5) } }, asAda);
    expect(answer).toEqual({
      params: {},
      query: {},
      headers: {},
      body: { list: [1, 'ä', null], when: new Date(5) },
      principal,
      requestId: 'request-1',
      aborted: false,
      context: { requestId: 'request-1', operation: 'try.echo.get' },
    });
  });

  it('lets neither side see the other change a value, typed arrays included', async () => {
    const { bus } = await pair();
    const plain = { nested: { changed: false } };
    const ofPlain = bus.request(echo, { params: { kbid: 'a' }, body: plain }, asAda);
    // Where values are handed over within a process, an assignment throws.
    expect(Reflect.set(plain.nested, 'changed', true)).toBe(others > 0);
    expect(await ofPlain).toMatchObject({ body: { nested: { changed: false } } });
    const body = { vector: new Float32Array([0.5, 2]), nested: { changed: false } };
    const asked = bus.request(echo, { params: { kbid: 'a' }, body }, asAda);
    body.vector[0] = 7;
    body.nested.changed = true;
    expect(await asked).toMatchObject({ body: { vector: new Float32Array([0.5, 2]), nested: { changed: false } } });
  });

  it('hands on the request id of the work that a call is part of', async () => {
    const { bus } = await pair();
    const asked = callContext.run({ requestId: 'of-the-work' }, () => bus.request(echo, {}, { principal }));
    expect(await asked).toMatchObject({ requestId: 'of-the-work' });
  });

  it('hands on the trace of the work that a call is part of, or the one that the caller names', async () => {
    const { bus } = await pair();
    const traced = { requestId: 'r', traceparent: 'of-the-work' };
    const asked = (options: CallOptions) => callContext.run(traced, () => bus.request(echo, {}, options));
    expect(await asked({ principal })).toMatchObject({ context: { traceparent: 'of-the-work' } });
    expect(await asked({ principal, traceparent: 'own' })).toMatchObject({ context: { traceparent: 'own' } });
  });

  it('carries an AppError whole, and nothing else of it', async () => {
    const { bus, server } = await pair();
    const error = await bus.request(fail, { body: {} }, asAda).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({
      code: 'conflict',
      message: 'It exists',
      status: 409,
      details: { detail: { id: 7 }, headers: { 'Retry-After': '3' } },
    });
    expect(error).not.toHaveProperty('cause');
    expect(server.logged).toEqual([]);
    expect(server.handled).toMatchObject([{ operation: 'try.echo.fail', outcome: 'conflict' }]);
  });

  it("answers anything else that is thrown as internal, and logs its text on the handler's side only", async () => {
    const { bus, server } = await pair();
    const error = await bus.request(fail, { body: { bug: true } }, asAda).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'internal', message: 'Internal error', details: {} });
    expect(server.logged).toEqual([expect.stringContaining('a secret of the handler')]);
  });

  it('refuses quickly what nobody handles', async () => {
    const { bus } = await pair();
    await expect(bus.request(nobody, {}, asAda)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it("ends a call at the caller's deadline and aborts its handler with the same reason", async () => {
    const { bus, server } = await pair();
    const asked = bus.request(wait, { body: { ms: 4_000 } }, { ...asAda, deadlineMs: 60 });
    await expect(asked).rejects.toMatchObject({ code: 'deadline_exceeded' });
    await until(() => server.seen.aborts.length === 1);
    expect(server.handled).toMatchObject([
      { operation: 'try.wait.get', outcome: expect.stringMatching(/deadline_exceeded|cancelled/) },
    ]);
    expect(server.logged).toEqual([]);
  });

  it('ends a call at its deadline although the handler does not listen to its signal', async () => {
    const { bus } = await pair();
    const asked = bus.request(wait, { body: { ms: 700, deaf: true } }, { ...asAda, deadlineMs: 60 });
    await expect(asked).rejects.toMatchObject({ code: 'deadline_exceeded' });
  });

  it('cancels the handler when the caller aborts, and what the handler asked in turn', async () => {
    const { bus, server } = await pair();
    const abort = new AbortController();
    const asked = bus.request(outer, { body: { ms: 4_000 } }, { ...asAda, signal: abort.signal });
    await sleep(150);
    abort.abort();
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
    await until(() => server.seen.aborts.length === 1);
    expect(server.seen.aborts[0]).toMatchObject({ code: 'cancelled' });
    expect(server.seen.finished).toBe(0);
  });

  it('does not start what was aborted before', async () => {
    const { bus, server } = await pair();
    const asked = bus.request(wait, { body: { ms: 1 } }, { ...asAda, signal: AbortSignal.abort() });
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
    expect(server.handled).toEqual([]);
  });

  it('refuses inputs, answers and events that are too large, and takes those that are not', async () => {
    const { bus } = await pair();
    const tooMuch = 'x'.repeat(VALUE_BYTES_MAX + 1);
    await expect(bus.request(echo, { body: { tooMuch } }, asAda)).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringMatching(/input of try.echo.get has 8.0 MiB/),
    });
    await expect(bus.request(large, { body: { bytes: VALUE_BYTES_MAX } }, asAda)).rejects.toMatchObject({
      code: 'too_large',
    });
    expect(() => bus.publish(noticed, { number: 1, vector: new Float32Array(VALUE_BYTES_MAX / 4) })).toThrow(/8.0 MiB/);
    expect(await bus.request(large, { body: { bytes: VALUE_BYTES_MAX - 100_000 } }, asAda)).toHaveProperty(
      'text.length',
      VALUE_BYTES_MAX - 100_000,
    );
  });

  it('refuses a value that is nested too deeply to be copied', async () => {
    const { bus } = await pair();
    let body: Payload = {};
    for (let depth = 0; depth < 100_000; depth++) body = { body };
    await expect(bus.request(echo, { body }, asAda)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('streams values in order and ends', async () => {
    const { bus, server } = await pair();
    const numbers = await collect(bus.stream(count, { body: { to: 5_000 } }, asAda));
    expect(numbers).toEqual(Array.from({ length: 5_000 }, (_, index) => index));
    await until(() => server.handled.length === 1);
    expect(server.handled).toMatchObject([{ operation: 'try.number.list', outcome: 'ok' }]);
  });

  it('delivers the first value of a slow stream before the second exists', async () => {
    const { bus, server } = await pair();
    for await (const value of bus.stream(count, { body: { waitAt: 1 } }, asAda)) {
      expect(value).toEqual({ number: 0 });
      break;
    }
    expect(server.seen.yielded).toBe(1);
  });

  it('throws the error of a stream after the values before it', async () => {
    const { bus } = await pair();
    const numbers: unknown[] = [];
    const read = async () => {
      for await (const value of bus.stream(count, { body: { failAt: 3 } }, asAda)) numbers.push(value['number']);
    };
    await expect(read()).rejects.toMatchObject({ code: 'provider_failed', message: 'No more after 3' });
    expect(numbers).toEqual([0, 1, 2]);
  });

  it('counts the deadline of a stream between two values, not over all of them', async () => {
    const { bus } = await pair();
    const short = { ...asAda, deadlineMs: 150 };
    expect(await collect(bus.stream(count, { body: { to: 10, everyMs: 30 } }, short))).toHaveLength(10);
    await expect(collect(bus.stream(count, { body: { waitAt: 2 } }, short))).rejects.toMatchObject({
      code: 'deadline_exceeded',
    });
  });

  it('cancels the handler when its reader leaves the loop', async () => {
    const { bus, server } = await pair();
    for await (const value of bus.stream(count, { body: { everyMs: 5 } }, asAda)) if (value['number'] === 3) break;
    await until(() => server.seen.left === 1);
    expect(server.seen.aborts).toMatchObject([{ code: 'cancelled' }]);
    expect(server.handled).toMatchObject([{ outcome: 'cancelled' }]);
  });

  it('cancels a stream whose reader aborts while it waits, and one that never waits itself', async () => {
    const { bus, server } = await pair();
    const signal = AbortSignal.timeout(100);
    const read = Promise.all([
      expect(collect(bus.stream(count, { body: { waitAt: 0 } }, { ...asAda, signal }))).rejects.toMatchObject({
        code: 'cancelled',
      }),
      expect(collect(bus.stream(count, { body: {} }, { ...asAda, signal }))).rejects.toMatchObject({
        code: 'cancelled',
      }),
    ]);
    await read;
    await until(() => server.seen.left === 2);
  });

  it('keeps the handler at most 1 MiB ahead of a reader that stalls', async () => {
    const { bus, server } = await pair();
    const size = 10_000;
    let read = 0;
    for await (const value of bus.stream(count, { body: { size, to: 1_000 } }, asAda)) {
      if (read++ === 0) await sleep(200);
      if (read === 1) expect((server.seen.yielded - 1) * size).toBeLessThanOrEqual(1024 * 1024 + size);
      expect(value['number']).toBe(read - 1);
    }
    expect(read).toBe(1_000);
  });

  it('streams values that are larger than the lead', async () => {
    const { bus } = await pair();
    expect(await collect(bus.stream(count, { body: { size: 3_000_000, to: 5 } }, asAda))).toEqual([0, 1, 2, 3, 4]);
  });

  it('tells every listener every event in order, also after one that fails', async () => {
    const { bus, server } = await pair();
    bus.publish(noticed, { number: -1 });
    for (let number = 0; number < 20; number++) bus.publish(noticed, { number, vector: new Float32Array([number]) });
    await until(() => server.seen.events.length === 20);
    expect(server.seen.events).toEqual(
      Array.from({ length: 20 }, (_, number) => ({ number, vector: new Float32Array([number]) })),
    );
    expect(server.seen.alsoEvents).toHaveLength(21);
    expect(server.logged).toEqual([expect.stringContaining('a listener that fails')]);
  });

  it('finishes what runs when it drains, with what that asks in turn, and takes nothing else', async () => {
    const { bus, server } = await pair();
    const asked = bus.request(outer, { body: { ms: 300 } }, asAda);
    await sleep(100);
    const drained = server.bus.drain(3_000);
    await expect(sleep(50).then(() => bus.request(echo, {}, asAda))).rejects.toMatchObject({ code: 'unavailable' });
    expect(await asked).toEqual({ waited: true });
    await drained;
  });

  it('cancels what does not finish in the time given to drain', async () => {
    const { bus, server } = await pair();
    const asked = bus.request(wait, { body: { ms: 4_000 } }, asAda);
    const refused = expect(asked).rejects.toMatchObject({ code: 'unavailable' });
    await sleep(50);
    await server.bus.drain(50);
    await refused;
    expect(server.seen.aborts).toHaveLength(1);
  });

  it('carries a call to the process that it names, and to any if it names none', async () => {
    const servers = [await start(), ...(others === 0 ? [] : [await start()])];
    const anywhere = await servers[0]?.bus.request(where, {}, asAda);
    expect(servers.map(({ bus }) => bus.process)).toContain(anywhere?.['process']);
    for (const server of servers) {
      const { process } = server.bus;
      const bus = await callerOf(server);
      for (let turn = 0; turn < 9; turn++)
        expect(await bus.request(where, {}, { ...asAda, to: process })).toEqual({ process });
      const values = bus.stream(countHere, {}, { ...asAda, to: process })[Symbol.asyncIterator]();
      expect(await values.next()).toEqual({ done: false, value: { process } });
      await values.return?.();
    }
  });

  it.each(['never-was', '*', '>', 'two.parts', ''])('refuses calls to %j, which is no process', async (to) => {
    const { bus } = await pair();
    const refusal = { code: 'unavailable', details: { nothingDone: true } };
    await expect(bus.request(where, {}, { ...asAda, to })).rejects.toMatchObject(refusal);
    await expect(collect(bus.stream(countHere, {}, { ...asAda, to }))).rejects.toMatchObject(refusal);
  });

  it('sends no call to a process that does not take it there', async () => {
    const { bus, server } = await pair();
    const to = server.bus.process;
    await expect(bus.request(echo, {}, { ...asAda, to })).rejects.toThrow('try.echo.get cannot be sent to a process');
    await expect(collect(bus.stream(count, {}, { ...asAda, to }))).rejects.toThrow('try.number.list cannot be sent');
  });

  it('refuses a second handler of one operation', async () => {
    const server = new BusServer(await maker().make());
    buses.push(server.bus);
    server.addHandler('try.echo.get', async () => 1);
    expect(() => server.addHandler('try.echo.get', async () => 2)).toThrow('try.echo.get has two handlers');
  });

  if (others === 0) return;

  it('shares the work among processes and tells each of them the events', async () => {
    const [first, second] = [await start(), await start()];
    const bus = await callerOf(first);
    await Promise.all(Array.from({ length: 60 }, () => bus.request(echo, {}, asAda)));
    expect(first.handled.length + second.handled.length).toBe(60);
    expect(Math.min(first.handled.length, second.handled.length)).toBeGreaterThan(5);
    bus.publish(noticed, { number: 1 });
    await until(() => first.seen.events.length + second.seen.events.length === 2);
  });

  it('ends a stream of a process that leaves, and refuses calls to it although others would take them', async () => {
    const [first] = [await start(), await start()];
    const bus = await callerOf(first);
    const to = first.bus.process;
    const read = (async () => {
      for await (const value of bus.stream(countHere, {}, { ...asAda, to }))
        if (value['process'] === to) await first.bus.close();
    })();
    await expect(read).rejects.toMatchObject({ code: 'unavailable' });
    await expect(bus.request(where, {}, { ...asAda, to })).rejects.toMatchObject({ code: 'unavailable' });
    expect(await bus.request(where, {}, asAda)).not.toEqual({ process: to });
  });

  it('sends calls to the processes that are left when one withdraws', async () => {
    const [first, second] = [await start(), await start()];
    const bus = await callerOf(first);
    await first.bus.withdraw();
    await Promise.all(Array.from({ length: 20 }, () => bus.request(echo, {}, asAda)));
    expect([first.handled.length, second.handled.length]).toEqual([0, 20]);
  });
}

/** Numbers of a stream of `count`. */
async function collect(values: AsyncIterable<Payload>): Promise<unknown[]> {
  const numbers: unknown[] = [];
  for await (const value of values) numbers.push(value['number']);
  return numbers;
}

function logTo(lines: string[]): LoggerService {
  const note = (message: unknown) => void lines.push(String(message));
  return { log: () => undefined, warn: note, error: note };
}
