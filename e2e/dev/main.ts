import { watch } from 'node:fs';
import { join } from 'node:path';
import { Distributed, type Service, services } from '../harness/distributed';
import { projectRoot } from '../harness/process';

/** An editor writes more than once for one change. */
const SETTLE_MS = 150;
const NAME_CHARS = Math.max(...services.map((name) => name.length));

function say(from: string, text: string): void {
  process.stdout.write(`${from.padEnd(NAME_CHARS)} │ ${text}\n`);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Settings of the environment, and convenient defaults for development. */
function environment(): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  return { LOG_LEVEL: 'info', LOG_FORMAT: 'pretty', HTTP_PORT: '8080', ...Object.fromEntries(own) };
}

async function rebuild(): Promise<readonly string[]> {
  // Compiled code does not lie beside the tool, which is a separate ES module.
  const { build }: { build: () => Promise<readonly string[]> } = await import(join(projectRoot, 'tools/build.mjs'));
  return build();
}

async function affected(changed: readonly string[]): Promise<readonly Service[]> {
  type AppsOf = (root: string, apps: readonly Service[], changed: readonly string[]) => readonly Service[];
  const { appsOf }: { appsOf: AppsOf } = await import(join(projectRoot, 'tools/selection/apps.mjs'));
  return appsOf(projectRoot, services, changed);
}

/** Runs again what runs changed code, one change after the other. */
class Restarts {
  private last: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private readonly broken = new Set<Service>();
  private isEnding = false;

  constructor(private readonly distributed: Distributed) {}

  readonly request = (): void => {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.last = this.last.then(() => this.run())), SETTLE_MS);
  };

  async end(): Promise<void> {
    this.isEnding = true;
    clearTimeout(this.timer);
    await this.last;
  }

  private async run(): Promise<void> {
    try {
      const found = await affected(await rebuild());
      await Promise.all(
        [...new Set([...found, ...(found.length > 0 ? this.broken : [])])].map((name) => this.restart(name)),
      );
    } catch (error) {
      say('build', messageOf(error));
    }
  }

  private async restart(service: Service): Promise<void> {
    say(service, '↻ restarts');
    this.broken.add(service);
    try {
      await this.distributed.app(service).stop();
      await this.distributed.startService(service);
      this.broken.delete(service);
    } catch {
      if (!this.isEnding) say(service, 'did not start: it is tried again with the next change');
    }
  }
}

async function main(): Promise<void> {
  const missing = Distributed.missing();
  if (missing) throw new Error(`Services need NATS to talk to each other: ${missing}`);
  const stopped = new Promise((resolve) =>
    ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => process.once(signal, resolve)),
  );
  const distributed = await Distributed.start({
    env: environment(),
    folder: join(projectRoot, '.data', 'dev'),
    onStart: (service, app) => app.onLine((line) => say(service, line)),
  });
  const restarts = new Restarts(distributed);
  const watchers = ['apps', 'libs'].map((name) =>
    watch(join(projectRoot, name), { recursive: true }, restarts.request),
  );
  say('dev', `${distributed.origin}, token ${distributed.token}; changed code runs at once, Ctrl-C ends`);
  await stopped;
  watchers.forEach((watcher) => watcher.close());
  await restarts.end();
  await distributed.stop();
}

main().catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
});
