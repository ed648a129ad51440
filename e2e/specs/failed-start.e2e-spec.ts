import { describeUnless } from '@lectern/testing';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runningModes } from '../harness/modes';
import { AppProcess } from '../harness/process';
import { temporaryFolder } from '../harness/standalone';

const END_MS_MAX = 90_000;
/** The embedded database alone needs more. */
const DISK_MIB = 8;
const other = runningModes().includes('standalone') ? undefined : 'E2E_MODES leaves standalone out';

describeUnless(other, 'a start of one process that fails', () => {
  let folder: string;
  let taken: Server;
  let port: string;

  jest.setTimeout(2 * END_MS_MAX);

  beforeAll(async () => {
    folder = await temporaryFolder();
    taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    // A listening TCP server has an AddressInfo.
    port = String((taken.address() as AddressInfo).port);
  });
  afterAll(() => {
    taken.close();
    spawnSync('umount', ['--lazy', join(folder, 'disk')]);
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (name: string, env: Readonly<Record<string, string>>) =>
    AppProcess.start('standalone', { DATA_DIR: join(folder, name), HTTP_HOST: '127.0.0.1', HTTP_PORT: '0', ...env });
  /** Its last line. */
  async function lastLine(name: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const app = start(name, env);
    try {
      expect(await app.ended(END_MS_MAX)).toBeGreaterThan(0);
      return app.printed.trim().split('\n').at(-1) ?? '';
    } finally {
      if (app.running) await app.stop();
    }
  }

  it('because its port is taken says which setting to change, and leaves neither database nor sign-in link', async () => {
    const app = start('port', { HTTP_PORT: port });
    expect(await app.ended(END_MS_MAX)).toBe(1);
    const remedy = `set another one, as in HTTP_PORT=${Number(port) + 1} npm start`;
    expect(app.printed.trim()).toBe(`Lectern cannot start: port ${port} is taken by another program: ${remedy}`);
    expect(readdirSync(join(folder, 'port')).filter((name) => !/^(owner\.|process-ends)/.test(name))).toEqual([]);
  });

  it('because its folder is a file says so, and which setting to change', async () => {
    writeFileSync(join(folder, 'file'), '');
    expect(await lastLine('file/below')).toMatch(/let this user write to .*file\/below, or set another DATA_DIR$/);
  });

  it('because another process has the folder says to stop that one', async () => {
    const first = start('shared', {});
    try {
      // Otherwise the second may be the first to have it.
      await first.until(async () => existsSync(join(folder, 'shared', 'owner.pid')), END_MS_MAX);
      expect(await lastLine('shared')).toMatch(
        /in use by another process \(\d+\): stop that process, or set another DATA/,
      );
    } finally {
      await first.stop();
    }
  });

  it.each<[string, Readonly<Record<string, string>>, RegExp]>([
    [
      'a model that is not there',
      { EMBEDDER: 'no-such-model' },
      /EMBEDDER no-such-model is not in the model store: run "lectern models add"/,
    ],
    ['an answering model that is not there', { GENERATOR: 'no-such-model' }, /GENERATOR is no-such-model; there are/],
    ['a setting that is no number', { TASK_CONCURRENCY: 'many' }, /TASK_CONCURRENCY must be/],
  ])('because of %s names it, and what there is', async (_, env, line) => {
    expect(await lastLine('settings', env)).toMatch(line);
  });

  it('because its disk is full says to make room, and where', async () => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', disk]);
    // Only root on Linux can mount a small disk; the unit spec has the words.
    if (mounted.status !== 0) return;
    expect(await lastLine('disk')).toMatch(/the disk is full: make room where .*disk is, and start again$/);
  });
});
