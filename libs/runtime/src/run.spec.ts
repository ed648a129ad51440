import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { entryFile } from '@lectern/config';
import { findNatsServer, itUnless, NatsServer } from '@lectern/testing';

/** A process that calls `run`. */
class Started {
  output = '';
  errors = '';
  private readonly ended: Promise<number | null>;

  constructor(private readonly child: ChildProcessWithoutNullStreams) {
    child.stdout.on('data', (text: Buffer) => (this.output += text.toString()));
    child.stderr.on('data', (text: Buffer) => (this.errors += text.toString()));
    this.ended = once(child, 'close').then(() => child.exitCode);
  }

  /** @returns the match of the pattern's first group in the output */
  async says(pattern: RegExp): Promise<string> {
    for (const untilMs = performance.now() + 15_000; performance.now() < untilMs; await sleep(10)) {
      const match = pattern.exec(this.output);
      if (match) return match[1] ?? match[0];
      if (this.child.exitCode !== null) break;
    }
    throw new Error(`Never said ${pattern}: ${this.output}${this.errors}`);
  }

  origin(): Promise<string> {
    return this.says(/listens on (http:\/\/[\d.:]+)/);
  }

  exit(signal?: NodeJS.Signals): Promise<number | null> {
    if (signal) this.child.kill(signal);
    return this.ended;
  }
}

describe('run', () => {
  const children: Started[] = [];
  let folder: string;
  let server: NatsServer | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-run-'));
  });

  afterEach(async () => {
    await Promise.all(children.splice(0).map((child) => child.exit('SIGKILL')));
    await server?.stop();
    server = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  function start(behaviour: string, environment: Readonly<Record<string, string>> = {}): Started {
    const env = {
      PATH: process.env['PATH'],
      DATA_DIR: folder,
      HTTP_PORT: '0',
      LOG_FORMAT: 'json',
      TRY: behaviour,
      ...environment,
    };
    const main = entryFile(join(__dirname, '..', 'fixtures'), 'example.main');
    const started = new Started(spawn(process.execPath, [main], { env }));
    children.push(started);
    return started;
  }

  it('serves HTTP, health and metrics, and ends with 0 after SIGTERM', async () => {
    const child = start('');
    const origin = await child.origin();
    const get = async (path: string) => (await fetch(origin + path)).text();
    expect(await get('/double/21')).toBe('{"value":42}');
    expect(await get('/health/alive')).toBe('{"status":"ok"}');
    expect(await get('/health/ready')).toBe('{"status":"ok","checks":{"bus":"ok","disk":"ok"}}');
    expect(await get('/metrics')).toMatch(
      /lectern_operation_seconds_count\{operation="try.number.double",outcome="ok"\} 1\n/,
    );
    expect(await child.exit('SIGTERM')).toBe(0);
    expect(child.errors).toBe('');
  });

  it('finishes what runs, then stops own work, then closes connections', async () => {
    const child = start('slow');
    const answer = fetch(`${await child.origin()}/double/2`).then((response) => response.json());
    await sleep(150);
    expect(await child.exit('SIGINT')).toBe(0);
    expect(await answer).toEqual({ value: 4 });
    expect(
      child.output.match(/Stopping after SIGINT|request answered|own work ends|connections close|"Stopped"/g),
    ).toEqual(['Stopping after SIGINT', 'request answered', 'own work ends', 'connections close', '"Stopped"']);
  });

  it('does not wait for a client that keeps its connection when it has been answered', async () => {
    const child = start('slow', { SHUTDOWN_TIMEOUT_MS: '600000' });
    const url = `${await child.origin()}/double/2`;
    const agent = new Agent({ keepAlive: true });
    try {
      const answer = new Promise<IncomingMessage>((resolve) => get(url, { agent }, resolve));
      await sleep(150);
      expect(await child.exit('SIGTERM')).toBe(0);
      expect((await answer).statusCode).toBe(200);
    } finally {
      agent.destroy();
    }
  });

  it('ends with 0 in time although something does not stop, and says so', async () => {
    const child = start('endless', { SHUTDOWN_TIMEOUT_MS: '300' });
    await child.origin();
    expect(await child.exit('SIGTERM')).toBe(0);
    expect(child.output).toContain('Not everything stopped within 300 ms');
  });

  it('serves health and metrics on a port of their own when it has one', async () => {
    const port = await freePort();
    const child = start('no edge', { HEALTH_PORT: port });
    expect(await child.says(/Lectern runs .*?"/)).toBe(
      `Lectern runs NumberModule, health on http://127.0.0.1:${port}"`,
    );
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready?verbose`);
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok', checks: { bus: 'ok', disk: 'ok' } }]);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    expect(await child.exit('SIGTERM')).toBe(0);
  });

  const nats = findNatsServer();
  itUnless(
    'missing' in nats ? nats.missing : undefined,
    'runs services as separate processes that share a data folder over NATS',
    async () => {
      server = await NatsServer.start(nats);
      const environment = { NATS_URL: server.url };
      const [edge, service] = [start('edge alone', environment), start('no edge', environment)];
      const origin = await edge.origin();
      await service.says(/Lectern runs NumberModule/);
      const double = async () => (await fetch(`${origin}/double/4`)).text();
      expect(await double()).toBe('{"value":8}');
      expect(await service.exit('SIGTERM')).toBe(0);
      expect(await double()).toBe('503 Nobody handles try.number.double now');
      await server.pause();
      expect(await edge.exit('SIGTERM')).toBe(0);
    },
  );

  it('refuses a second start on one data folder, and the first goes on', async () => {
    const first = start('');
    const origin = await first.origin();
    const second = start('');
    expect(await second.exit()).toBe(1);
    expect(second.errors).toMatch(
      /^Lectern cannot start: The data folder \S+ is in use by another process \(\d+\): stop that process, or set another DATA_DIR\n$/,
    );
    expect((await fetch(`${origin}/double/1`)).status).toBe(200);
  });

  it('starts again on the data folder of a process that was killed', async () => {
    const first = start('');
    await first.origin();
    await first.exit('SIGKILL');
    expect(await start('').origin()).toMatch(/^http/);
  });

  it.each([
    [
      'names what is wrong with the configuration of the runtime',
      '',
      { HTTP_PORT: 'x', LOG_LEVEL: 'loud' },
      /LOG_LEVEL must be one of[\s\S]*HTTP_PORT must be a whole number/,
    ],
    [
      'names what is wrong with the configuration of a module',
      'bad config',
      {},
      /TRY_NAME is missing: what nobody sets/,
    ],
  ])('%s and ends with 78', async (_, behaviour, environment, message) => {
    const child = start(behaviour, environment);
    expect(await child.exit()).toBe(78);
    expect(child.errors).toMatch(/^The configuration is not usable:\n/);
    expect(child.errors).toMatch(message);
    expect(child.errors).not.toMatch(/ at /);
  });

  it('says in one line why it cannot start and ends with 1', async () => {
    const child = start('broken');
    expect(await child.exit()).toBe(1);
    expect(child.errors).toBe(
      'Lectern cannot start: the database does not answer: start again with LOG_LEVEL=debug to see where it failed\n',
    );
  });

  it('logs an error that nobody handled and ends with 1', async () => {
    const child = start('unhandled');
    expect(await child.exit()).toBe(1);
    expect(child.output).toMatch(/"level":"fatal".*nobody expected this/);
  });
});

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? String(address.port) : '';
}
