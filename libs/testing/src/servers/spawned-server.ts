import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BreakableServer } from './test-server';

const outputCharactersMax = 20_000;
const pollMs = 20;
const STARTS_MAX = 3;

/** Running servers by folder. */
const running = new Map<string, ChildProcess | undefined>();
/** An aborted run leaves no started server behind. */
process.on('exit', () => {
  for (const [folder, child] of running) {
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
});

/** How to start a server program on a port, with its own folder. */
export interface ServerProgram {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Working directory. Default: that of the tests. */
  readonly cwd?: string;
  /** User and group that it runs as. Default: those of the tests. */
  readonly uid?: number;
  /** Whether the server is ready; never throws. */
  readonly isReady: () => Promise<boolean>;
  readonly startTimeoutMs: number;
}

type ProgramOf = (place: { readonly folder: string; readonly port: number }) => ServerProgram | Promise<ServerProgram>;

/** A server program that tests start, break, restart and stop. Its folder lasts as long as this object. */
export class SpawnedServer implements BreakableServer {
  private child: ChildProcess | undefined;
  private output = '';

  private constructor(
    private readonly program: ServerProgram,
    private readonly folder: string,
  ) {}

  /** @throws Error with its output when it is not ready in time */
  static async start(programOf: ProgramOf): Promise<SpawnedServer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await SpawnedServer.attempt(programOf);
      } catch (error) {
        // Another process took the port after it was found to be free.
        if (attempt === STARTS_MAX || !/address already in use|EADDRINUSE/i.test(String(error))) throw error;
      }
    }
  }

  private static async attempt(programOf: ProgramOf): Promise<SpawnedServer> {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-server-'));
    running.set(folder, undefined);
    const server = new SpawnedServer(await programOf({ folder, port: await freePort() }), folder);
    try {
      await server.resume();
      return server;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  async resume(): Promise<void> {
    if (this.child) return;
    const { name, command, args, env, cwd, uid, isReady, startTimeoutMs } = this.program;
    const child = spawn(command, [...args], {
      env: { ...process.env, ...env },
      cwd,
      uid,
      gid: uid,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    running.set(this.folder, child);
    child.on('error', (error) => (this.output += `${error.message}\n`));
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (this.output = (this.output + String(chunk)).slice(-outputCharactersMax)));
    const untilMs = performance.now() + startTimeoutMs;
    while (!(await isReady())) {
      const hasEnded = child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
      if (!hasEnded && performance.now() < untilMs) await sleep(pollMs);
      else
        throw new Error(`${name} ${hasEnded ? 'ended' : `is not ready after ${startTimeoutMs} ms`}:\n${this.output}`);
    }
  }

  async pause(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async freeze(): Promise<void> {
    this.child?.kill('SIGSTOP');
  }

  async thaw(): Promise<void> {
    this.child?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.pause();
    await rm(this.folder, { recursive: true, force: true });
    running.delete(this.folder);
  }
}

/** Below the ports that systems use for outgoing connections, and above those that browsers refuse. */
const PORTS = [11_000, 30_000] as const;
const PORT_ATTEMPTS = 100;

/** A port on which nobody listens, and that no outgoing connection takes before it is used. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < PORT_ATTEMPTS; attempt += 1) {
    const port = randomInt(...PORTS);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    server.close();
    if (isFree) return port;
  }
  throw new Error('No port is free');
}

/** Whether a URL answers with success. */
export async function answersWell(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(1_000) })).ok;
  } catch {
    return false;
  }
}
