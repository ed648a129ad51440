import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { blobsBelow } from '../harness/blob-files';
import { Standalone, temporaryFolder } from '../harness/standalone';

const REFUSALS = 12;
const TEXT = { 'content-type': 'text/plain' };

describe('uploads while the database is away', () => {
  let folder: string;
  let standalone: Standalone;
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    folder = await temporaryFolder();
    standalone = await Standalone.start({ dataDir: folder });
    kb = await new Client(standalone.origin, { authorization: `Bearer ${standalone.token}` }).createKnowledgeBox();
  });
  afterAll(async () => {
    await standalone.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Ends the server again and again, so that it stays away. */
  async function keepAway(signal: AbortSignal): Promise<void> {
    const file = join(folder, 'postgres', 'data', 'postmaster.pid');
    while (!signal.aborted) {
      const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
      if (pid > 0) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It is gone already.
        }
      }
      await sleep(20);
    }
  }

  it('leave no file when they are refused', async () => {
    const send = (i: number) =>
      kb.client.send('POST', `${kb.path}/upload`, {
        raw: Buffer.from(`Refused or not, number ${i}`),
        headers: { ...TEXT, 'x-filename': `${i}.txt` },
      });
    await mkdir(join(folder, 'blobs'), { recursive: true });
    const ending = new AbortController();
    const away = keepAway(ending.signal);
    await until(async () => ((await send(-1)).status === 503 ? true : undefined), 'the database is away');
    // One that was sent before may have been committed.
    const before = new Set(await blobsBelow(folder));
    const statuses: number[] = [];
    for (let i = 0; i < REFUSALS; i += 1) statuses.push((await send(i)).status);
    ending.abort();
    await away;
    const refused = statuses.filter((status) => status === 503).length;
    expect(refused).toBeGreaterThan(REFUSALS / 2);
    const left = (await blobsBelow(folder)).filter((path) => !before.has(path));
    expect(left).toHaveLength(statuses.length - refused);
    await until(async () => ((await send(100)).status === 201 ? true : undefined), 'uploads are stored again', 60_000);
  }, 180_000);
});
