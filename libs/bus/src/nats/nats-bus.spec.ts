import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { entryFile } from '@lectern/config';
import { systemPrincipal } from '@lectern/contracts/core';
import { describeUnless, findNatsServer, NatsServer } from '@lectern/testing';
import { endless, patient } from '../../fixtures/operations';
import { until } from '../bus-handlers.contract';
import { type BusMaker, describeBus } from '../bus.contract';
import { Handlers } from '../handlers';
import { NatsBus } from './nats-bus';

const found = findNatsServer();

describeUnless('missing' in found ? found.missing : undefined, 'NatsBus', () => {
  const times = { heartbeatMs: 100, silenceMsMax: 4_000 };
  const caller = { principal: systemPrincipal };
  const buses: NatsBus[] = [];
  const peers: ChildProcess[] = [];
  let server: NatsServer;
  let prefix: string;

  beforeAll(async () => {
    server = await NatsServer.start(found);
  });

  beforeEach(() => {
    prefix = randomBytes(6).toString('hex');
  });

  afterEach(async () => {
    await Promise.all(buses.splice(0).map((bus) => bus.close()));
    for (const peer of peers.splice(0)) peer.kill('SIGKILL');
  });

  afterAll(() => server.stop());

  const maker: BusMaker = { make: (observe) => NatsBus.connect({ servers: [server.url], prefix, times, observe }) };
  describeBus(() => maker, 1);

  async function connected(): Promise<NatsBus> {
    const bus = await NatsBus.connect({ servers: [server.url], prefix, times });
    buses.push(bus);
    return bus;
  }

  /** Starts another process and waits for its first output: of a handler its id on the bus. */
  async function peer(role: 'reader' | 'handler'): Promise<{ readonly child: ChildProcess; readonly id: string }> {
    const child = spawn(process.execPath, [
      entryFile(join(__dirname, '../../fixtures'), 'peer.main'),
      role,
      server.url,
      prefix,
    ]);
    peers.push(child);
    const [output] = await once(child.stdout, 'data');
    return { child, id: String(output).trim() };
  }

  /** Serves the two operations and records when a handler starts and ends. */
  async function serving(bus: NatsBus) {
    const seen = { started: 0, left: 0, yielded: 0, patienceMs: 200 };
    const handlers = new Handlers();
    handlers.handle(patient.name, {
      stream: false,
      handle: async () => {
        seen.started++;
        await sleep(seen.patienceMs);
        return { number: 1 };
      },
    });
    handlers.handle(endless.name, {
      stream: true,
      handle: async () =>
        (async function* () {
          try {
            for (;;) {
              yield { number: seen.yielded++ };
              await sleep(1);
            }
          } finally {
            seen.left++;
          }
        })(),
    });
    await bus.serve(handlers);
    return seen;
  }

  it('cancels the handler of a caller that was killed', async () => {
    const seen = await serving(await connected());
    const reader = await peer('reader');
    expect(seen.left).toBe(0);
    reader.child.kill('SIGKILL');
    await until(() => seen.left === 1, 20_000);
  });

  it('ends the calls to a handler that was killed', async () => {
    const handler = await peer('handler');
    const bus = await connected();
    const asked = bus.request(patient, {}, caller);
    const read = (async () => {
      for await (const value of bus.stream(endless, {}, caller)) if (value.number === 0) handler.child.kill('SIGKILL');
    })();
    await expect(asked).rejects.toMatchObject({ code: 'unavailable' });
    await expect(read).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('ends the calls to a named process that was killed or hangs, and refuses further ones at once', async () => {
    await serving(await connected());
    const bus = await connected();
    for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
      const { child, id } = await peer('handler');
      const read = async () => {
        for await (const value of bus.stream(endless, {}, { ...caller, to: id }))
          if (value.number === 0) child.kill(signal);
      };
      await expect(read()).rejects.toMatchObject({ code: 'unavailable' });
      const again = bus
        .stream(endless, {}, { ...caller, to: id })
        [Symbol.asyncIterator]()
        .next();
      await expect(again).rejects.toMatchObject({ code: 'unavailable', details: { nothingDone: true } });
    }
  });

  it('keeps calls of a caller that lives, however long they take', async () => {
    await serving(await connected());
    const bus = await connected();
    let numbers = 0;
    const signal = AbortSignal.timeout(1_500);
    const read = (async () => {
      for await (const value of bus.stream(endless, {}, { ...caller, signal })) numbers += value.number >= 0 ? 1 : 0;
    })();
    await expect(read).rejects.toMatchObject({ code: 'cancelled' });
    expect(numbers).toBeGreaterThan(10);
  });

  it('refuses calls while the server is away, ends open ones, and works again when it is back', async () => {
    if (!server.isOurs) return;
    const seen = await serving(await connected());
    const bus = await connected();
    // Longer than it takes to kill a container.
    seen.patienceMs = 3_000;
    const open = bus.request(patient, {}, caller);
    await until(() => seen.started === 1);
    await server.pause();
    seen.patienceMs = 0;
    await expect(open).rejects.toMatchObject({ code: 'unavailable' });
    await expect(bus.request(patient, {}, caller)).rejects.toMatchObject({ code: 'unavailable' });
    expect(() => bus.check()).toThrow('not connected to NATS');

    await server.resume();
    expect(await answered(() => bus.request(patient, {}, caller))).toEqual({ number: 1 });
  });

  it('says that no server answers', async () => {
    const connecting = NatsBus.connect({ servers: ['nats://user:pass@127.0.0.1:9'], prefix, connectTimeoutMs: 0 });
    await expect(connecting).rejects.toThrow('NATS at nats://127.0.0.1:9 does not answer');
  });
});

/** Repeats the call until both sides are connected again. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  const endMs = performance.now() + 5_000;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > endMs) throw error;
      await sleep(50);
    }
  }
}
