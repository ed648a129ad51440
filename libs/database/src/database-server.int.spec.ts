import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@lectern/config';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseConfig } from './database.config';
import { DatabaseServer } from './database-server';

const UNTIL_MS = 30_000;

jest.setTimeout(60_000);

describe('DatabaseServer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-server-'));
  chmodSync(folder, 0o755);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('starts its embedded server again, on the same socket, when somebody kills it, but not after it was stopped', async () => {
    const server = new DatabaseServer(readConfig(databaseConfig, {}), folder);
    const url = await server.url();
    await server.check();
    const pidFile = join(folder, 'postgres', 'data', 'postmaster.pid');
    const pid = async () => Number((await readFile(pidFile, 'utf8').catch(() => '0')).split('\n')[0]);
    const first = await pid();
    process.kill(first, 'SIGKILL');

    for (const until = Date.now() + UNTIL_MS; Date.now() < until && (await pid()) === first;) await sleep(50);
    expect(await pid()).not.toBe(first);
    for (const until = Date.now() + UNTIL_MS; Date.now() < until; await sleep(50)) {
      if (
        await server.check().then(
          () => true,
          () => false,
        )
      )
        break;
    }
    await server.check();
    expect(await server.url()).toBe(url);

    await server.onApplicationShutdown();
    await sleep(1_500);
    expect(await pid()).toBe(0);
  });
});
