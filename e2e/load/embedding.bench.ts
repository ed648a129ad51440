import { Embedders, ModelStore } from '@lectern/models';
import { join } from 'node:path';
import { Client, until } from '../harness/client';
import { inParallel } from '../harness/parallel';
import { projectRoot } from '../harness/process';
import { Standalone } from '../harness/standalone';
import { SyntheticText } from './corpus';
import { heading, line, ms, timed } from './figures';

const MODEL = 'minilm-l6';
const TEXTS = 400;
const FINDS = 100;

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
    await kb.createResource({ texts: { a: { body: 'warm up' } } }, { wait: 'embedded' });
    const find = () => kb.find({ query: text.query(), features: ['keyword', 'semantic'] });
    const idle = await timed(FINDS, 1, find);
    const startedMs = performance.now();
    const ids = await inParallel(bodies, 16, (body) => kb.createResource({ texts: { body: { body } } }));
    const embedded = Promise.all(ids.slice(-32).map((id) => kb.untilEmbedded(id, 600_000)));
    const busy = await timed(FINDS, 1, find);
    await embedded;
    const productS = (performance.now() - startedMs) / 1_000;
    line('model alone', `${(TEXTS / aloneS).toFixed(0)} texts/s`);
    line(
      'through Lectern, with finds',
      `${(TEXTS / productS).toFixed(0)} texts/s`,
      `${((aloneS / productS) * 100).toFixed(0)} % (aim 80 %)`,
    );
    line(
      'find p99 idle, while embedding',
      ms(idle.p99Ms),
      ms(busy.p99Ms),
      `${(busy.p99Ms / idle.p99Ms).toFixed(2)} × (aim 1.5 ×)`,
    );
    await until(async () => true, 'done');
  } finally {
    await lectern.stop();
  }
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
