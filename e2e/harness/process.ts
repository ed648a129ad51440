import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const OUTPUT_CHARS_MAX = 200_000;
const STOP_TIMEOUT_MS = 120_000;
/** Its output is complete when everything that it started has closed it, too. */
const LAST_WORDS_MS = 500;

/** The folder of the project, from source and from the build alike. */
export const projectRoot = findRoot(__dirname);

function findRoot(folder: string): string {
  const parts = folder.split('/e2e/');
  const base = parts[0] ?? folder;
  return base.endsWith('/dist') ? dirname(base) : resolve(base);
}

/** As `npm start` does. */
const sourceMaps = join(projectRoot, 'dist/libs/runtime/src/source-maps.js');

/** Environment for a program of ours under test: without variables that configure it. */
const inheritedNames = [
  'PATH',
  'HOME',
  'MODELS_DIR',
  'NODE_COMPILE_CACHE',
  'MALLOC_ARENA_MAX',
  'MALLOC_MMAP_THRESHOLD_',
  'MALLOC_TRIM_THRESHOLD_',
];

/** Benches measure what users run. */
const isTest = process.env['NODE_ENV'] === 'test';

const crashes: ReadonlySet<string> = new Set(['SIGABRT', 'SIGBUS', 'SIGILL', 'SIGSEGV', 'SIGTRAP']);

/** One of the project's programs as its own process. */
export class AppProcess {
  private output = '';
  private exited = false;

  private constructor(
    readonly name: string,
    private readonly child: ChildProcess,
  ) {
    const keep = (chunk: Buffer) => (this.output = (this.output + chunk.toString('utf8')).slice(-OUTPUT_CHARS_MAX));
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('exit', () => (this.exited = true));
  }

  /** Starts `apps/<name>`, or another program below the project. */
  static start(
    name: string,
    env: Readonly<Record<string, string>>,
    [file, ...args]: readonly [string, ...string[]] = [`dist/apps/${name}/main.js`],
  ): AppProcess {
    const inherited = Object.fromEntries(inheritedNames.map((name) => [name, process.env[name]]));
    const child = spawn(process.execPath, [`--require=${sourceMaps}`, join(projectRoot, file), ...args], {
      cwd: projectRoot,
      env: { ...inherited, LOG_LEVEL: 'warn', LOG_FORMAT: 'json', BUS_FREEZES: String(isTest), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    endWithUs(child);
    return new AppProcess(name, child);
  }

  /** Starts any program, with this environment and nothing else. */
  static startBare(file: string, args: readonly string[], env: Readonly<Record<string, string>>): AppProcess {
    const child = spawn(file, args, { cwd: '/', env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    endWithUs(child);
    return new AppProcess(file, child);
  }

  /** Hands on what it prints from now on, line by line. */
  onLine(tell: (line: string) => void): void {
    for (const stream of [this.child.stdout, this.child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', tell);
    }
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get printed(): string {
    return this.output;
  }

  get running(): boolean {
    return !this.exited;
  }

  /** @throws Error with what the process printed when `isReady` does not hold in time */
  async until(isReady: () => Promise<boolean>, timeoutMs: number): Promise<void> {
    const deadlineMs = performance.now() + timeoutMs;
    while (performance.now() < deadlineMs) {
      if (this.exited) throw new Error(`${this.name} ended with ${this.child.exitCode}:\n${this.output}`);
      if (await isReady()) return;
      await sleep(100);
    }
    throw new Error(`${this.name} was not ready in ${timeoutMs} ms:\n${this.output}`);
  }

  /** Ends it as a crash would. */
  kill(): void {
    this.child.kill('SIGKILL');
  }

  /** Asks it to stop and answers its exit code. @throws Error when it does not end in time */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (!this.exited) this.child.kill(signal);
    return this.ended(STOP_TIMEOUT_MS);
  }

  /**
   * Its exit code when it ends by itself, with all that it printed; null when a signal of ours ended it.
   *
   * @throws Error when it does not end in time, or crashes
   */
  async ended(timeoutMs: number): Promise<number | null> {
    if (this.exited) return this.exitCode();
    const closed = once(this.child, 'close');
    const exit = once(this.child, 'exit').then(() =>
      Promise.race([closed, sleep(LAST_WORDS_MS, undefined, { ref: false })]),
    );
    if (await Promise.race([exit.then(() => false), sleep(timeoutMs, true, { ref: false })])) {
      this.child.kill('SIGKILL');
      throw new Error(`${this.name} did not end within ${timeoutMs} ms:\n${this.output}`);
    }
    return this.exitCode();
  }

  private exitCode(): number | null {
    const { exitCode, signalCode } = this.child;
    if (signalCode && crashes.has(signalCode))
      throw new Error(`${this.name} crashed with ${signalCode}:\n${this.output}`);
    return exitCode;
  }
}

const children = new Set<ChildProcess>();
process.on('exit', () => children.forEach((child) => child.kill()));

/** Nothing that was started outlives a run that is broken off. */
function endWithUs(child: ChildProcess): void {
  children.add(child);
  child.once('exit', () => children.delete(child));
}

/** Whether a URL answers 200. */
export async function answersOk(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
