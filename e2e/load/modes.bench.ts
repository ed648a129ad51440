import { Client } from '../harness/client';
import type { Deployment } from '../harness/deployment';
import { Distributed } from '../harness/distributed';
import { Standalone } from '../harness/standalone';
import { SyntheticText } from './corpus';
import { heading, line, timed, timingCells } from './figures';
import { fill } from './filled-box';

const CALLS = 300;
const PARAGRAPHS = 2_000;

/** The same find in one process and over NATS. */
export async function benchModes(): Promise<void> {
  heading(`the same find in one process and over NATS, ${PARAGRAPHS} paragraphs`);
  const missing = Distributed.missing();
  if (missing) return line('skipped', missing);
  const env = { EMBEDDER: 'lexical' };
  const alone = await measured(await Standalone.start({ env }));
  const apart = await measured(await Distributed.start({ env }));
  line('one process', ...timingCells(alone));
  line('over NATS', ...timingCells(apart), `${(apart.p50Ms / alone.p50Ms).toFixed(2)} ×`);
}

async function measured(deployment: Deployment) {
  try {
    const client = new Client(deployment.origin, { authorization: `Bearer ${deployment.token}` });
    const kb = await client.createKnowledgeBox();
    await fill(kb, PARAGRAPHS, 50);
    const text = new SyntheticText(17);
    const queries = Array.from({ length: 64 }, () => text.query());
    return await timed(CALLS, 1, (i) => kb.find({ query: queries[i % queries.length] }));
  } finally {
    await deployment.stop();
  }
}
