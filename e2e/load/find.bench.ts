import { EmbeddedKeywordIndex } from '@lectern/keyword-index';
import { Embedders, ModelStore } from '@lectern/models';
import { suggest } from '@lectern/contracts/search';
import { parseQuery } from '@lectern/text';
import { EmbeddedVectorIndex } from '@lectern/vector-index';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../harness/client';
import { projectRoot } from '../harness/process';
import { Standalone, temporaryFolder } from '../harness/standalone';
import { SyntheticText } from './corpus';
import { heading, line, ms, timed, timedWithCpu, timingCells } from './figures';
import { fill } from './filled-box';

const CALLS = 300;
/** Indexes are brought up to date, and code is compiled, before anything is measured. */
const PAUSE_MS = 8_000;
const WARM_UP = 200;
const LIMIT = 100;
const CACHE_BYTES = 128 * 2 ** 20;

/** find over HTTP with a group filter, each leg beside the raw calls that it cannot do without. */
export async function benchFind(paragraphs: number, embedder: string): Promise<void> {
  heading(`find, ${paragraphs} paragraphs, embedder ${embedder}, filtered by a group that sees half`);
  const dataDir = await temporaryFolder();
  const lectern = await Standalone.start({ dataDir, env: { EMBEDDER: embedder } });
  try {
    const client = new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` });
    const kb = await client.createKnowledgeBox();
    await fill(kb, paragraphs, 100);
    const raw = await rawCalls(join(dataDir, 'index'), kb.id, embedder);
    const text = new SyntheticText(11);
    const queries = Array.from({ length: 64 }, () => text.query());
    const queryOf = (i: number) => queries[i % queries.length] ?? '';
    const find = (features: readonly string[]) => (i: number) =>
      kb.find({ query: queryOf(i), features, security: { groups: ['readers'] } });
    await sleep(PAUSE_MS);
    await timed(WARM_UP, 1, find(['keyword', 'semantic']));
    const alone = await timed(CALLS, 1, (i) => raw.keyword(queryOf(i)));
    const both = await timed(CALLS, 1, (i) => raw.hybrid(queryOf(i)));
    const keyword = await timedWithCpu([lectern.app.pid], CALLS, find(['keyword']));
    const hybrid = await timedWithCpu([lectern.app.pid], CALLS, find(['keyword', 'semantic']));
    line('raw keyword', ...timingCells(alone));
    line('find, keyword', ...timingCells(keyword), ratio(keyword.p50Ms, alone.p50Ms));
    line('raw keyword ∥ (embed → vector)', ...timingCells(both));
    line('find, hybrid', ...timingCells(hybrid), ratio(hybrid.p50Ms, both.p50Ms));
    line('find, hybrid, 8 connections', ...timingCells(await timed(CALLS, 8, find(['keyword', 'semantic']))));
    const began = (i: number) => queryOf(i).slice(0, 3 + (i % 8));
    const suggested = (i: number) => kb.api(suggest, { body: { query: began(i) } });
    line('suggest (aim p50 8 ms)', ...timingCells(await timedWithCpu([lectern.app.pid], CALLS, suggested)));
    await raw.close();
  } finally {
    await lectern.stop();
  }
}

function ratio(ours: number, raw: number): string {
  return `${(ours / raw).toFixed(2)} × raw (aim 1.5 × + 1 ms = ${ms(raw * 1.5 + 1)})`;
}

/** The engines on the same files, called from here. */
async function rawCalls(indexDir: string, kbid: string, embedder: string) {
  const options = { role: 'reader', cacheSizeBytes: CACHE_BYTES, warn: () => undefined } as const;
  const keywords = new EmbeddedKeywordIndex({ folder: join(indexDir, 'keywords'), ...options });
  const vectors = new EmbeddedVectorIndex({ folder: join(indexDir, 'vectors'), ...options });
  const store = new ModelStore(process.env['MODELS_DIR'] ?? join(projectRoot, '.models'));
  const embedders = await Embedders.open({ store, preferred: embedder, workers: 1, threads: 1 });
  const filter = { all: [{ visibleTo: ['readers'] }] };
  const keyword = (query: string) => keywords.search(kbid, { ...parseQuery(query, ['en']), filter, limit: LIMIT });
  const semantic = async (query: string) => {
    const [vector = new Float32Array()] = await embedders.default.embed([query], 'query');
    return vectors.search({ kbid, id: embedder, dimensions: vector.length }, { vector, filter, limit: LIMIT });
  };
  return {
    keyword,
    hybrid: (query: string) => Promise.all([keyword(query), semantic(query)]),
    close: async () => {
      await Promise.all([keywords.close(), vectors.close(), embedders.close()]);
    },
  };
}
