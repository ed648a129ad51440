import { setTimeout as sleep } from 'node:timers/promises';
import type { KnowledgeBoxClient } from '../harness/client';
import { Client } from '../harness/client';
import { Standalone } from '../harness/standalone';
import { SyntheticText } from './corpus';
import { heading, line, ms, percentiles } from './figures';
import { fill } from './filled-box';
import { MemoryWatch } from './process-memory';

const PARAGRAPHS = 10_000;
/** As many as run at the same time: more do not raise the throughput. */
const CAPACITY = 8;
const CROWDS = [CAPACITY, 3 * CAPACITY, 25 * CAPACITY];
const WARM_UP_MS = 10_000;
const LOAD_MS = 20_000;
/** Wait of a refused client: shorter than `Retry-After`, so that refusals cost something. */
const PAUSE_MS = 250;

interface Load {
  answeredMs: number[];
  refused: number;
  failed: number;
}

/** Answers per second to more clients than there are places, and what another box notices of them. */
export async function benchOverload(): Promise<void> {
  heading(`finds from more and more connections, each asks again at once, ${PARAGRAPHS} paragraphs, one process`);
  const lectern = await Standalone.start({ env: { EMBEDDER: 'lexical' } });
  try {
    // Checking the answers would take as long as making them.
    const client = new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` }, fetch);
    const [crowded, other] = [await client.createKnowledgeBox(), await client.createKnowledgeBox()];
    await fill(crowded, PARAGRAPHS, 100);
    await fill(other, 100, 10);
    await sleep(WARM_UP_MS);
    await load(crowded, { connections: CAPACITY, forMs: WARM_UP_MS });
    let capacity = 0;
    for (const connections of CROWDS) {
      const watch = new MemoryWatch(lectern.app.pid);
      watch.start();
      const [busy, beside] = await Promise.all([
        load(crowded, { connections, forMs: LOAD_MS }),
        load(other, { connections: 1, forMs: LOAD_MS }),
      ]);
      const { peaks } = await watch.stop();
      const goodput = (busy.answeredMs.length * 1_000) / LOAD_MS;
      capacity ||= goodput;
      line(
        `${connections} connections`,
        `${goodput.toFixed(1)} answers/s (${((100 * goodput) / capacity).toFixed(0)} %)`,
        `p99 ${ms(percentiles(busy.answeredMs).p99Ms)}`,
        `${(busy.refused / (LOAD_MS / 1_000)).toFixed(1)} refused/s, ${busy.failed} failed`,
        `another box: p50 ${ms(percentiles(beside.answeredMs).p50Ms)}, p99 ${ms(percentiles(beside.answeredMs).p99Ms)}, ${beside.refused} refused`,
        `main at most ${peaks.main.toFixed(0)} MB`,
      );
    }
  } finally {
    await lectern.stop();
  }
}

async function load(
  kb: KnowledgeBoxClient,
  { connections, forMs }: { readonly connections: number; readonly forMs: number },
): Promise<Load> {
  const text = new SyntheticText(11);
  const queries = Array.from({ length: 64 }, () => text.query());
  const counted: Load = { answeredMs: [], refused: 0, failed: 0 };
  const endMs = performance.now() + forMs;
  let next = 0;
  const ask = async () => {
    while (performance.now() < endMs) {
      const query = queries[(next += 1) % queries.length] ?? '';
      const beganMs = performance.now();
      const { status } = await kb.client.send('POST', `${kb.path}/find`, { body: { query } });
      if (status === 200) counted.answeredMs.push(performance.now() - beganMs);
      else if (status === 503) counted.refused += 1;
      else counted.failed += 1;
      if (status === 503) await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: connections }, ask));
  return counted;
}
