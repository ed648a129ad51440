import { Client } from '../harness/client';
import { Standalone, temporaryFolder } from '../harness/standalone';
import { heading, line, ms, residentMb } from './figures';
import { setTimeout as sleep } from 'node:timers/promises';

const WARM_STARTS = 3;
const SETTLE_MS = 5_000;
/** Until the memory of the start is released. */
const REST_MS = 35_000;

/** Start-up and memory of standalone. */
export async function benchStart(): Promise<void> {
  heading('start-up and memory of standalone');
  const dataDir = await temporaryFolder();
  const first = await startedMs(dataDir);
  await first.lectern.stop();
  line('first start, with the database made', ms(first.ms));
  for (let i = 0; i < WARM_STARTS; i += 1) {
    const { lectern, ms: warmMs } = await startedMs(dataDir);
    line('warm start', ms(warmMs), '(aim below 2 s)');
    if (i === WARM_STARTS - 1) await memory(lectern);
    await lectern.stop();
  }
}

async function startedMs(dataDir: string): Promise<{ lectern: Standalone; ms: number }> {
  const beganMs = performance.now();
  const lectern = await Standalone.start({ dataDir });
  return { lectern, ms: performance.now() - beganMs };
}

async function memory(lectern: Standalone): Promise<void> {
  await sleep(REST_MS);
  line('resident, idle', `${residentMb(lectern.app.pid)?.toFixed(0)} MB (aim below 350)`);
  const client = new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` });
  const kb = await client.createKnowledgeBox();
  await kb.createResource({ texts: { a: { body: 'The embedder is loaded now.' } } }, { wait: 'embedded' });
  await kb.find({ query: 'embedder' });
  await sleep(SETTLE_MS);
  line('resident, embedder loaded', `${residentMb(lectern.app.pid)?.toFixed(0)} MB (aim below 600)`);
}
