import { Embedders, ModelStore } from '@lectern/models';
import { join } from 'node:path';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { projectRoot } from '../harness/process';
import { Standalone } from '../harness/standalone';
import { SyntheticText } from './corpus';
import { heading, line, ms, percentiles, timed } from './figures';

const MODEL = process.env['EMBEDDER'] ?? 'bge-small-en';
const TEXTS = 600;
const WARM_UP = 100;
const FINDS = 300;
const EMBEDDING_TIMEOUT_MS = 300_000;

/** Embedding through the product beside the model alone, and find while the model works. */
export async function benchEmbedding(): Promise<void> {
  heading(`embedding with ${MODEL}, ${TEXTS} paragraphs`);
  const store = new ModelStore(process.env['MODELS_DIR'] ?? join(projectRoot, '.models'));
  if (!(await store.list()).some(({ manifest }) => manifest.id === MODEL))
    return line('skipped', 'the model is not in the store');
  const text = new SyntheticText(13);
  const bodies = Array.from({ length: TEXTS }, () => text.paragraph());
  const aloneS = await embedAlone(store, bodies);
  const lectern = await Standalone.start({ env: { EMBEDDER: MODEL } });
  try {
    const client = new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` });
    const kb = await client.createKnowledgeBox();
    const body = bodies.join('\n\n');
    const payload = { texts: { body: { body, format: 'PLAIN_BLANKLINE_SPLIT' } } } as const;
    await kb.createResource(payload, { wait: 'embedded' });
    const find = () => kb.find({ query: text.query(), features: ['keyword', 'semantic'] });
    await timed(WARM_UP, 1, find);
    const idle = await timed(FINDS, 1, find);
    const undisturbedS = await secondsToEmbed(kb, payload);
    const embedding = new AbortController();
    const busy = timedWhile(find, embedding.signal);
    const disturbedS = await secondsToEmbed(kb, payload).finally(() => embedding.abort());
    const { p99Ms, count } = await busy;
    const share = (seconds: number) => `${((aloneS / seconds) * 100).toFixed(0)} %`;
    line('model alone', `${(TEXTS / aloneS).toFixed(0)} texts/s`);
    line('through Lectern', `${(TEXTS / undisturbedS).toFixed(0)} texts/s`, `${share(undisturbedS)} (aim 80 %)`);
    line('with a find after the other beside', `${(TEXTS / disturbedS).toFixed(0)} texts/s`, share(disturbedS));
    const times = `${(p99Ms / idle.p99Ms).toFixed(2)} × (aim 1.5 ×)`;
    line(`p99 of ${count} finds, idle and while embedding`, ms(idle.p99Ms), ms(p99Ms), times);
  } finally {
    await lectern.stop();
  }
}

/** From being found by words to being found by meaning. */
async function secondsToEmbed(kb: KnowledgeBoxClient, payload: object): Promise<number> {
  const id = await kb.createResource(payload, { wait: 'searchable' });
  const startedMs = performance.now();
  await kb.untilEmbedded(id, EMBEDDING_TIMEOUT_MS);
  return (performance.now() - startedMs) / 1_000;
}

async function timedWhile(call: () => Promise<unknown>, signal: AbortSignal) {
  const tookMs: number[] = [];
  while (!signal.aborted) {
    const startedMs = performance.now();
    await call();
    tookMs.push(performance.now() - startedMs);
  }
  return { ...percentiles(tookMs), count: tookMs.length };
}

async function embedAlone(store: ModelStore, bodies: readonly string[]): Promise<number> {
  const embedders = await Embedders.open({ store, preferred: MODEL, workers: 1, threads: 1 });
  await embedders.default.embed(['warm up'], 'passage');
  const startedMs = performance.now();
  await embedders.default.embed(bodies, 'passage');
  const seconds = (performance.now() - startedMs) / 1_000;
  await embedders.close();
  return seconds;
}
