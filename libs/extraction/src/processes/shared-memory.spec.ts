import { describeUnless } from '@lectern/testing';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultLimits } from '../extract/limits';
import { collected } from '../fixtures/understood.fixture';
import { ExtractionPool } from './extraction-pool';
import { KEPT_MB } from './memory-share';
import type { ExtractJob } from './worker-messages';

const SHARED_MB = 700;
/** Memory of a process between two checks, and when another one was ended for it. */
const MARGIN_MB = 350;
const LOOK_MS = 20;

/** Some 500 MB once it is parsed. */
const bulky: ExtractJob = {
  type: 'text',
  limits: defaultLimits,
  understand: {},
  body: `[${'[],'.repeat(6_000_000)}0]`,
  format: 'JSON',
};

function childrenMb(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        const isOurs = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) === process.pid;
        const isReader = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('extract.worker');
        return isOurs && isReader ? [Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024] : [];
      } catch {
        // It has ended.
        return [];
      }
    });
}

const missing = process.platform === 'linux' ? undefined : 'the memory of processes is read as on Linux';

describeUnless(missing, 'the memory of processes that read files', () => {
  const limits = { timeoutMs: 120_000, memoryMb: 1_024, totalMs: 600_000, queueLength: 10 };
  const pool = new ExtractionPool({ ...limits, processes: 3, sharedMb: SHARED_MB });
  afterAll(() => pool.close());

  const read = () => {
    const nothing = async () => ({ reason: 'nothing can read it' });
    const request = { sizeBytes: 1, understand: {}, recognize: nothing, hear: nothing };
    return collected(pool.run({ ...request, owner: 'a', prepare: async () => ({ job: bulky }) }));
  };

  it('is shared: several large files are read one after the other, and none of them fails', async () => {
    let peakMb = 0;
    let largestMb = 0;
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        const sizes = childrenMb();
        peakMb = Math.max(
          peakMb,
          sizes.reduce((sum, mb) => sum + mb, 0),
        );
        largestMb = Math.max(largestMb, ...sizes);
        await sleep(LOOK_MS);
      }
    })();
    const read3 = await Promise.all([read(), read(), read()]);
    isOver = true;
    await watching;
    expect(read3.map(({ errors }) => errors)).toEqual([[], [], []]);
    // Three of these would not fit.
    expect(largestMb).toBeGreaterThan((SHARED_MB + MARGIN_MB) / 3);
    expect(peakMb).toBeLessThan(SHARED_MB + MARGIN_MB);
  }, 300_000);

  it('is given back when a file took much of it', async () => {
    await read();
    await sleep(500);
    for (const mb of childrenMb()) expect(mb).toBeLessThanOrEqual(KEPT_MB);
  }, 300_000);
});
