import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GenericContainer, StartedTestContainer } from 'testcontainers';
import { dockerSocket } from './docker';
import type { BreakableServer } from './test-server';

const outputCharactersMax = 20_000;
const outputTimeoutMs = 2_000;
const pollMs = 50;

/** How to start a server as a container. */
export interface ServerImage {
  readonly image: string;
  /** Ports of this machine, by the ports on which the server listens. */
  readonly ports: Readonly<Record<number, number>>;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Contents of files, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Whether the server is ready; never throws. */
  readonly isReady: () => Promise<boolean>;
  readonly startTimeoutMs: number;
}

/** A server in a container, which tests start, break, restart and stop. Its data lasts as long as the container. */
export class ContainerServer implements BreakableServer {
  private constructor(
    private readonly server: ServerImage,
    private readonly container: StartedTestContainer,
    private readonly watch: ChildProcess,
  ) {}

  /** @throws Error with its output when it is not ready in time */
  static async start(server: ServerImage): Promise<ContainerServer> {
    // The reaper would be one more image, in a container with full rights on this machine; `watchOver` replaces it.
    process.env['TESTCONTAINERS_RYUK_DISABLED'] = 'true';
    const { image, entrypoint, command, env = {}, files = {} } = server;
    const container = await describeContainer(image, server.ports);
    if (entrypoint) container.withEntrypoint([...entrypoint]);
    if (command) container.withCommand([...command]);
    container.withEnvironment({ ...env });
    container.withCopyContentToContainer(Object.entries(files).map(([target, content]) => ({ target, content })));
    const started = await container.start();
    const running = new ContainerServer(server, started, watchOver(started.getId()));
    try {
      await running.untilReady();
      return running;
    } catch (error) {
      await running.stop();
      throw error;
    }
  }

  async resume(): Promise<void> {
    const engine = await this.engine();
    const { State: state } = await engine.inspect();
    if (!state.Running) await engine.start();
    await this.untilReady();
  }

  async pause(): Promise<void> {
    const engine = await this.engine();
    // Resolves when the container has stopped. A stopped container cannot be killed, and need not be.
    await engine.kill().catch(async (error: unknown) => {
      if ((await engine.inspect()).State.Running) throw error;
    });
  }

  async freeze(): Promise<void> {
    await (await this.engine()).pause();
  }

  async thaw(): Promise<void> {
    await (await this.engine()).unpause();
  }

  async stop(): Promise<void> {
    const engine = await this.engine();
    await engine.remove({ force: true, v: true });
    this.watch.kill('SIGKILL');
  }

  private async engine() {
    const { getContainerRuntimeClient } = await import('testcontainers');
    return (await getContainerRuntimeClient()).container.getById(this.container.getId());
  }

  private async untilReady(): Promise<void> {
    const { image, isReady, startTimeoutMs } = this.server;
    const engine = await this.engine();
    const untilMs = performance.now() + startTimeoutMs;
    while (!(await isReady())) {
      const { State: state } = await engine.inspect();
      if (state.Running && performance.now() < untilMs) await sleep(pollMs);
      else throw new Error(`${image} ${state.Running ? 'is not ready' : 'ended'}:\n${await this.printed()}`);
    }
  }

  private async printed(): Promise<string> {
    const stream = await this.container.logs({ tail: 100 });
    let output = '';
    stream.on('data', (chunk) => (output = (output + String(chunk)).slice(-outputCharactersMax)));
    await Promise.race([new Promise((resolve) => stream.once('end', resolve)), sleep(outputTimeoutMs)]);
    stream.destroy();
    return output;
  }
}

async function describeContainer(image: string, ports: ServerImage['ports']): Promise<GenericContainer> {
  const { GenericContainer, StartupCheckStrategy } = await import('testcontainers');
  const bound = Object.entries(ports).map(([inside, here]) => ({ container: Number(inside), host: here }));

  /** Always reports success: `untilReady` checks the server, because a restart needs that check, too. */
  class Started extends StartupCheckStrategy {
    async checkStartupState() {
      return 'SUCCESS' as const;
    }
  }
  class OnLoopback extends GenericContainer {
    protected override async beforeContainerCreated() {
      for (const bindings of Object.values<{ HostIp?: string }[]>(this.hostConfig.PortBindings ?? {}))
        for (const binding of bindings) binding.HostIp = '127.0.0.1';
    }
  }
  return new OnLoopback(image).withExposedPorts(...bound).withWaitStrategy(new Started());
}

/**
 * Removes a container when this process ends, even if it is killed: a child waits on a pipe that nobody ever writes to
 * and that the kernel closes with this process.
 */
function watchOver(id: string): ChildProcess {
  const script = `process.stdin.resume().on('end', () => require('node:http').request({
    socketPath: process.argv[1], method: 'DELETE', path: '/containers/' + process.argv[2] + '?force=true&v=true',
  }).on('error', () => process.exit(1)).end())`;
  const child = spawn(process.execPath, ['-e', script, dockerSocket() ?? '', id], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  // A pipe to a child is a socket, which may keep the process alive.
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
  return child;
}
