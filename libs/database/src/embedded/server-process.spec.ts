import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataFolder } from './data-folder';
import { isReadyServer, readPidFile } from './server-process';

describe('the file in which a server says that it is ready', () => {
  let data: string;
  let files: DataFolder;

  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'lectern-pid-file-'));
    const root = data;
    files = {
      root,
      data,
      socketFolder: root,
      log: join(root, 'log'),
      watcher: '',
      user: undefined,
      isHandedOver: false,
    };
  });
  afterEach(() => rm(data, { recursive: true }));

  const write = (pid: number, state: string) =>
    writeFile(join(data, 'postmaster.pid'), [pid, data, 1, 5432, data, '', 1, `${state}   `, ''].join('\n'));

  it('is that of the server that was started, once it is ready', async () => {
    expect(isReadyServer(24, undefined, await readPidFile(files))).toBe(false);
    await write(24, 'starting');
    expect(isReadyServer(24, undefined, await readPidFile(files))).toBe(false);
    await write(24, 'ready');
    expect(isReadyServer(24, undefined, await readPidFile(files))).toBe(true);
    expect(isReadyServer(25, undefined, await readPidFile(files))).toBe(false);
  });

  it('is not that of a killed server which had the same process id', async () => {
    await write(24, 'ready');
    await utimes(join(data, 'postmaster.pid'), 1_000, 1_000);
    const before = await readPidFile(files);
    expect(isReadyServer(24, before, await readPidFile(files))).toBe(false);
    await write(24, 'ready');
    expect(isReadyServer(24, before, await readPidFile(files))).toBe(true);
  });
});
