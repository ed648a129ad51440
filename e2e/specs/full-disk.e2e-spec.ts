import { itUnless } from '@lectern/testing';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { runningModes } from '../harness/modes';
import { Standalone, temporaryFolder } from '../harness/standalone';

const MIB = 1024 ** 2;
const DISK_MIB = 640;
/** A tenth of the disk, which is less than the setting. */
const RESERVE_BYTES = (DISK_MIB / 10) * MIB;
const FILE_BYTES = 40 * MIB;
const UPLOADS_MAX = Math.ceil((DISK_MIB * MIB) / FILE_BYTES);
/** Below what the watch lets an upload write between two looks. */
const OVERSHOOT_BYTES = 8 * MIB;
const WAIT_MS = 60_000;

/** Only root on Linux can mount a small disk. */
function mountSmallDisk(folder: string): boolean {
  mkdirSync(folder);
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', folder]).status === 0;
}

/** Another program that takes the free space, and leaves alone space that is freed because of that. */
function fillCompletely(path: string, freeBytes: number): void {
  const file = openSync(path, 'w');
  try {
    for (let left = freeBytes; left > 0; left -= MIB) writeSync(file, Buffer.alloc(Math.min(left, MIB)));
  } catch {
    // The product has written, too.
  } finally {
    closeSync(file);
  }
}

const probe = `/tmp/lectern-mount-${process.pid}`;
const canMount = mountSmallDisk(probe);
if (canMount) spawnSync('umount', [probe]);
rmSync(probe, { recursive: true, force: true });
const other = runningModes().includes('standalone') ? undefined : 'E2E_MODES leaves standalone out';
const missing = other ?? (canMount ? undefined : 'only root on Linux can mount a small disk');

describe('a full disk, standalone', () => {
  let parent: string;
  let disk: string;
  let standalone: Standalone;
  let kb: KnowledgeBoxClient;
  let kept: string[] = [];

  jest.setTimeout(5 * WAIT_MS);

  beforeAll(async () => {
    if (missing) return;
    parent = await temporaryFolder();
    disk = join(parent, 'disk');
    mountSmallDisk(disk);
    standalone = await Standalone.start({ dataDir: disk });
    kb = await new Client(standalone.origin, { authorization: `Bearer ${standalone.token}` }).createKnowledgeBox();
  });
  afterAll(async () => {
    if (missing) return;
    await standalone.stop();
    spawnSync('umount', ['--lazy', disk]);
    rmSync(parent, { recursive: true, force: true });
  });

  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(disk);
    return bavail * bsize;
  };
  const readiness = async () =>
    (await (await fetch(`${standalone.origin}/health/ready`)).json()) as {
      readonly status: string;
      readonly checks: Readonly<Record<string, string>>;
    };
  const upload = () =>
    kb.client.send('POST', `${kb.path}/upload`, {
      headers: { 'content-type': 'application/octet-stream' },
      raw: randomBytes(FILE_BYTES),
    });
  const create = () => kb.client.send('POST', `${kb.path}/resources`, { body: { title: 'A title' } });
  const remove = async (rid: string) => (await kb.client.send('DELETE', `${kb.path}/resource/${rid}`)).status;
  /** Uploads until one is refused, and its answer. */
  async function fill() {
    for (let count = 0; count < UPLOADS_MAX; count += 1) {
      const answer = await upload();
      if (answer.status !== 201) return answer;
      kept.push((answer.body as { uuid: string }).uuid);
    }
    throw new Error(`${UPLOADS_MAX} uploads did not fill the disk`);
  }
  async function deleteAll() {
    const statuses = new Set<number>();
    for (const rid of kept) statuses.add(await remove(rid));
    kept = [];
    return [...statuses];
  }
  const untilRoom = (bytes: number) =>
    until(async () => (freeBytes() > bytes ? true : undefined), 'the deletions free the disk', WAIT_MS);
  const untilWell = () =>
    until(async () => ((await readiness()).checks['disk'] === 'ok' ? true : undefined), 'the disk has room', WAIT_MS);

  itUnless(missing, 'refuses uploads before the reserve is used, and says so', async () => {
    const { status, headers, body } = await fill();
    expect([status, headers.get('retry-after')]).toEqual([507, '60']);
    expect(JSON.stringify(body)).toContain('delete what is not needed');
    expect(kept.length).toBeGreaterThan(3);
    expect(freeBytes()).toBeGreaterThan(RESERVE_BYTES - OVERSHOOT_BYTES);
  });

  itUnless(
    missing,
    'lets deletions free it after another program took its last byte, and then takes uploads',
    async () => {
      const filler = join(disk, 'of-another-program');
      fillCompletely(filler, freeBytes());
      const problem = async () => ((await readiness()).checks['disk'] === 'ok' ? undefined : readiness());
      const { status, checks } = await until(problem, 'it is noticed', WAIT_MS);
      expect([status, checks['disk']]).toEqual([
        'degraded',
        expect.stringMatching(/MiB left.*Delete resources or knowledge boxes/),
      ]);
      expect((await create()).status).toBe(507);
      const modify = async (body: object) =>
        (await kb.client.send('PATCH', `${kb.path}/resource/${kept[0]}`, { body })).status;
      const restriction = { security: { access_groups: ['legal'] } };
      expect([await modify({ ...restriction, title: 'New' }), await modify(restriction)]).toEqual([507, 200]);
      expect((await kb.resource(kept[0] ?? '', { show: ['basic', 'security'] })).security).toEqual(
        restriction.security,
      );
      expect((await kb.client.send('GET', `${kb.path}/resources`)).status).toBe(200);
      const [expectedBytes, beforeBytes] = [kept.length * FILE_BYTES, freeBytes()];
      expect(await deleteAll()).toEqual([204]);
      await untilRoom(beforeBytes + expectedBytes - RESERVE_BYTES - OVERSHOOT_BYTES);
      await untilWell();
      expect((await create()).status).toBe(201);
      expect((await upload()).status).toBe(201);
      rmSync(filler);
      await until(async () => (existsSync(join(disk, 'spare')) ? true : undefined), 'the spare file', WAIT_MS);
      expect(standalone.printed()).not.toMatch(/PANIC|panicked/);
    },
  );
});
