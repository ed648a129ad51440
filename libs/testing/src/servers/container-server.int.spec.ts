import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { entryFile } from '@lectern/config';
import { getContainerRuntimeClient } from 'testcontainers';
import { describeUnless } from '../skipping';
import { ContainerServer } from './container-server';
import { dockerSocket, dockerImage } from './docker';
import { accepts, NatsServer } from './nats-server';

const image = dockerImage('nats-server') ?? '';
const noImage = dockerSocket()
  ? 'Docker cannot be used, or has no image of nats-server'
  : 'there is no Docker engine on this machine';
const missing = image === '' ? noImage : undefined;
const untilMs = 30_000;

describeUnless(missing, 'a server in a container', () => {
  it('is killed and started again on its port, and gone when it is stopped', async () => {
    const server = await NatsServer.start({ image });
    const port = Number(new URL(server.url).port);
    expect(server.isOurs).toBe(true);
    await server.pause();
    expect(await accepts(port)).toBe(false);
    await server.pause();
    await server.resume();
    expect(await accepts(port)).toBe(true);
    await server.stop();
    expect(await accepts(port)).toBe(false);
  });

  it('says what it printed when it ends instead of serving', async () => {
    const start = ContainerServer.start({
      image,
      ports: {},
      command: ['--no-such-option'],
      isReady: async () => false,
      startTimeoutMs: untilMs,
    });
    await expect(start).rejects.toThrow(/ended:[^]*no-such-option/);
  });

  it('does not outlive the process that started it, even when that is killed', async () => {
    const module = JSON.stringify(entryFile(__dirname, 'nats-server'));
    const program = `require(${module}).NatsServer.start({ image: process.argv[1] })
      .then(({ url }) => console.log(new URL(url).port));
      setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ['-e', program, image], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(child.stdout, 'data');
    const port = Number(String(line));
    const { container } = await getContainerRuntimeClient();
    const running = async () =>
      (await container.list()).filter(({ Ports }) => Ports.some(({ PublicPort }) => PublicPort === port)).length;
    expect(await running()).toBe(1);
    child.kill('SIGKILL');
    for (const until = Date.now() + untilMs; (await running()) > 0 && Date.now() < until;) await sleep(100);
    expect(await running()).toBe(0);
  });
});
