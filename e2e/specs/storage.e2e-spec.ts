import { listResources } from '@lectern/contracts/knowledge-box';
import { describeUnless } from '@lectern/testing';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { Standalone } from '../harness/standalone';

const MIB = 1024 ** 2;
const DISK_MIB = 48;

const folder = mkdtempSync(join(tmpdir(), 'lectern-e2e-'));
const disk = join(folder, 'disk');

/** Why a small disk cannot be had here; undefined when it is there. */
function mounted(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can mount a small disk';
  mkdirSync(disk);
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', disk]);
  return status === 0 ? undefined : `a small disk cannot be mounted: ${String(stderr).trim()}`;
}

const missing = mounted();

afterAll(() => {
  if (missing === undefined) spawnSync('umount', ['--lazy', disk]);
  rmSync(folder, { recursive: true, force: true });
});

/** Takes all the room that is left. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  for (let size = MIB; size >= 512; size /= 2) {
    while (
      await file.write(Buffer.alloc(size)).then(
        ({ bytesWritten }) => bytesWritten === size,
        () => false,
      )
    );
  }
  await file.close();
}

describeUnless(missing, 'a full disk of blobs, standalone', () => {
  let standalone: Standalone;
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    standalone = await Standalone.start({ env: { BLOB_DIR: disk } });
    kb = await new Client(standalone.origin, { authorization: `Bearer ${standalone.token}` }).createKnowledgeBox();
  });
  afterAll(() => standalone?.stop());

  const upload = (sizeMib: number) =>
    kb.client.send('POST', `${kb.path}/upload`, {
      raw: randomBytes(sizeMib * MIB),
      headers: { 'content-type': 'application/octet-stream' },
    });
  const files = async () =>
    (await readdir(disk, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  const ready = async () => (await fetch(`${standalone.origin}/health/ready`)).status;
  const FULL = { status: 507, body: { detail: expect.stringMatching(/no room|full/i) } };

  it('refuses what does not fit, and keeps nothing of it', async () => {
    expect((await upload(1)).status).toBe(201);
    expect(await upload(DISK_MIB + 2)).toMatchObject(FULL);
    expect(await files()).toHaveLength(1);
    expect((await upload(2)).status).toBe(201);
  });

  it('is said to be full while it is, and everything else goes on', async () => {
    const { resources } = await kb.api(listResources);
    const before = await files();
    await fill(join(disk, 'filler'));

    expect(await upload(1)).toMatchObject(FULL);
    const file = {
      filename: 'a.bin',
      content_type: 'application/octet-stream',
      payload: randomBytes(MIB).toString('base64'),
    };
    expect(await kb.client.send('POST', `${kb.path}/resources`, { body: { files: { a: { file } } } })).toMatchObject(
      FULL,
    );
    expect((await files()).sort()).toEqual([...before, 'filler'].sort());
    expect((await kb.api(listResources)).resources).toHaveLength(resources.length);
    expect(await ready()).toBe(200);

    const rid = await kb.createResource(
      { texts: { a: { body: 'Text needs no blobs, says the ibex.' } } },
      { wait: 'searchable' },
    );
    expect(await kb.foundTexts({ query: 'ibex', features: ['keyword'] })).toHaveLength(1);
    await kb.deleteResource(rid);
  });

  it('takes files again when there is room', async () => {
    await rm(join(disk, 'filler'));
    expect((await upload(3)).status).toBe(201);
  });
});
