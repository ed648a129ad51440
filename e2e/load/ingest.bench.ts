import { Client, until } from '../harness/client';
import { inParallel } from '../harness/parallel';
import { Standalone } from '../harness/standalone';
import { setTimeout as sleep } from 'node:timers/promises';
import { SyntheticText } from './corpus';
import { cpuMs, heading, line, ms, percentiles } from './figures';

const RESOURCES = 3_000;
const CONNECTIONS = 16;
const IDLE_PROBES = 30;

/** Text resources from creation to being found by their words, under load and when idle. */
export async function benchIngest(): Promise<void> {
  heading(`ingest of text resources, ${CONNECTIONS} connections, every answer durable`);
  const lectern = await Standalone.start({ env: { EMBEDDER: 'lexical' } });
  try {
    const client = new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` });
    const kb = await client.createKnowledgeBox();
    const text = new SyntheticText(3);
    const bodies = Array.from({ length: RESOURCES }, () => text.paragraph());
    await kb.createResource({ texts: { a: { body: 'warm up' } } }, { wait: 'embedded' });
    const beforeMs = cpuMs([lectern.app.pid]) ?? Number.NaN;
    const startedMs = performance.now();
    await inParallel(bodies, CONNECTIONS, (body) => kb.createResource({ texts: { body: { body } } }));
    const createdMs = performance.now() - startedMs;
    await kb.createResource({ texts: { a: { body: 'thelastoneofall' } } });
    await until(
      async () => ((await kb.find({ query: 'thelastoneofall', features: ['keyword'] })).total > 0 ? true : undefined),
      'all are found',
      600_000,
    );
    const foundMs = performance.now() - startedMs;
    const cpu = ((cpuMs([lectern.app.pid]) ?? Number.NaN) - beforeMs) / RESOURCES;
    line('created', `${(RESOURCES / (createdMs / 1_000)).toFixed(0)}/s`);
    line(
      'found by their words',
      `${(RESOURCES / (foundMs / 1_000)).toFixed(0)}/s (aim 300/s)`,
      `CPU ${ms(cpu)} a resource (aim below 15 ms)`,
    );
    await sleep(5_000);
    const delaysMs: number[] = [];
    for (let i = 0; i < IDLE_PROBES; i += 1) {
      const word = `probe${i}xyz`;
      const beganMs = performance.now();
      await kb.createResource({ texts: { a: { body: word } } });
      await until(
        async () => ((await kb.find({ query: word, features: ['keyword'] })).total > 0 ? true : undefined),
        'it is found',
      );
      delaysMs.push(performance.now() - beganMs);
    }
    const { p50Ms, p99Ms } = percentiles(delaysMs);
    line('create to found, idle', `p50 ${ms(p50Ms)}`, `p99 ${ms(p99Ms)} (aim below 1 s)`);
  } finally {
    await lectern.stop();
  }
}
