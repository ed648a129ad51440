import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { itUnless } from '@lectern/testing';
import { Metrics } from '../metrics';
import { DiskRoom } from './disk-room';

const MIB = 1024 ** 2;
const WAIT_MS = 10_000;
const parent = mkdtempSync(join(tmpdir(), 'lectern-disk-'));
const small = mountSmallDisk(join(parent, 'small'));
const missing = small ? undefined : 'only root can mount a small disk';

/** A real disk of 40 MiB, 4 of them reserved; undefined where mounting is not allowed. */
function mountSmallDisk(path: string): string | undefined {
  mkdirSync(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', path], { stdio: 'ignore' });
    return path;
  } catch {
    return undefined;
  }
}

afterAll(() => {
  if (small) execFileSync('umount', ['--lazy', small]);
  rmSync(parent, { recursive: true, force: true });
});

async function until(isTrue: () => boolean): Promise<void> {
  for (const endMs = Date.now() + WAIT_MS; !isTrue(); await sleep(20)) {
    if (Date.now() > endMs) throw new Error('It did not happen');
  }
}

describe('the watch of a disk', () => {
  const folder = small ?? '';
  const [spare, filler] = [join(folder, 'spare'), join(folder, 'filler')];

  itUnless(missing, 'refuses what adds content while less than the reserve is free, and says how much is', async () => {
    const metrics = new Metrics();
    const room = new DiskRoom({ reserveBytes: 256 * MIB, metrics });
    room.watch('data', folder);
    await room.start();
    expect(() => room.check()).not.toThrow();
    writeFileSync(filler, Buffer.alloc(38 * MIB));
    await expect(room.refuseWhenShortNow()).rejects.toMatchObject({ code: 'storage_full', status: 507 });
    expect(room.isShort).toBe(true);
    expect(() => room.check()).toThrow(
      'the disk of the folder of data has 2 MiB left, and 4 MiB are kept for deletions',
    );
    expect((await metrics.text()).body).toContain('lectern_disk_short{folder="data"} 1\n');
    expect((await metrics.text()).body).toContain(`lectern_disk_free_bytes{folder="data"} ${2 * MIB}\n`);
    rmSync(filler);
    await room.refuseWhenShortNow();
    expect(room.isShort).toBe(false);
    room.stop();
  });

  itUnless(
    missing,
    'gives its own file up when another program fills the disk, and writes it again later',
    async () => {
      const room = new DiskRoom({ reserveBytes: 256 * MIB, spareFolder: folder });
      room.watch('data', folder);
      await room.start();
      await until(() => existsSync(spare) && statSync(spare).blocks * 512 === 2 * MIB);
      writeFileSync(filler, Buffer.alloc(38 * MIB));
      await until(() => !existsSync(spare));
      writeFileSync(join(folder, 'row'), Buffer.alloc(MIB));
      expect(room.isShort).toBe(true);
      rmSync(filler);
      await until(() => existsSync(spare) && statSync(spare).size === 2 * MIB);
      expect(room.isShort).toBe(false);
      room.stop();
    },
  );

  it('has nothing to say of a folder that does not exist, nor without a reserve', async () => {
    const room = new DiskRoom({ reserveBytes: 256 * MIB });
    room.watch('data', join(parent, 'missing'));
    await room.refuseWhenShortNow();
    expect(() => room.check()).not.toThrow();
    expect(new DiskRoom({ reserveBytes: 0 }).isOn).toBe(false);
  });
});
