import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataDir, ensureFolder, entryFile, lockFolder } from '.';

describe('dataDir', () => {
  it('is what DATA_DIR says, else below the folder for data of this user', () => {
    expect(dataDir({ DATA_DIR: '/srv/lectern/' }, {})).toBe('/srv/lectern');
    expect(dataDir({ DATA_DIR: undefined }, { XDG_DATA_HOME: '/home/ada/data' })).toBe('/home/ada/data/lectern');
    expect(dataDir({ DATA_DIR: undefined }, {})).toMatch(/\/\.local\/share\/lectern$/);
  });
});

describe('a data folder', () => {
  let folder: string;

  beforeEach(() => {
    folder = ensureFolder(join(mkdtempSync(join(tmpdir(), 'lectern-data-')), 'a', 'b'));
  });

  afterEach(() => rmSync(join(folder, '..', '..'), { recursive: true, force: true }));

  it('is listed and written by its owner alone', () => {
    expect(statSync(folder).mode & 0o066).toBe(0);
    expect(ensureFolder(folder)).toBe(folder);
  });

  it('has one user at a time', () => {
    const lock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(`The data folder ${folder} is in use by another process (${process.pid})`);
    lock.release();
    lockFolder(folder).release();
  });

  it('is free again when the process that had it was killed', async () => {
    const child = holder(folder);
    await once(child.stdout, 'data');
    expect(() => lockFolder(folder)).toThrow(`(${child.pid})`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    lockFolder(folder).release();
  });
});

/** Another process, which takes the lock and keeps it. */
function holder(folder: string): ChildProcessWithoutNullStreams {
  const script =
    'const lock = require(process.argv[1]).lockFolder(process.argv[2]);' +
    'console.log("has it"); setInterval(() => lock, 1000)';
  return spawn(process.execPath, ['-e', script, entryFile(__dirname, 'data-dir'), folder]);
}
