import { listVectorsets } from '@lectern/contracts/knowledge-box';
import {
  inspectKnowledgeBoxTask,
  restartKnowledgeBoxTask,
  startKnowledgeBoxTask,
  stopKnowledgeBoxTask,
} from '@lectern/contracts/understanding';
import { mean, recallAt } from '@lectern/evaluation';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { inParallel } from '../harness/parallel';
import { Standalone } from '../harness/standalone';
import { type Collection, readCollection } from '../quality/beir';
import { heading, line } from './figures';

const FROM = process.env['FROM'] ?? 'minilm-l6';
const TO = process.env['TO'] ?? 'bge-small-en';
const SET = process.env['SET'] ?? 'cranfield';
const CONNECTIONS = 4;
const RESULTS = 10;
const STEPS = 10;
const LOOK_MS = 100;
const COUNTED = 0.2;
const WHOLE_MS_MAX = 60 * 60_000;
/** Search asks for settings of a box once a second. */
const SETTINGS_AGE_MS = 1_500;

/**
 * Recall by meaning while a box moves from one embedding model to another: of what searches get that name no model, and
 * of the new model alone. `CORPORA` is a folder with a collection in BEIR's format.
 */
export async function benchMigration(): Promise<void> {
  const folder = process.env['CORPORA'];
  if (!folder) return line('migration', 'CORPORA names no folder with cranfield');
  const collection = await readCollection(join(folder, SET));
  heading(`recall@10 while ${SET} moves from ${FROM} to ${TO}, ${collection.queries.length} queries`);
  const lectern = await Standalone.start({ env: { EMBEDDER: FROM } });
  try {
    const client = new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` });
    const kb = await client.createKnowledgeBox({ learning_configuration: { semantic_models: [FROM] } });
    const idOf = await filled(kb, collection);
    await migrate(kb, { collection, idOf });
  } finally {
    await lectern.stop();
  }
}

/** Documents by resource. */
async function filled(kb: KnowledgeBoxClient, { documents }: Collection): Promise<ReadonlyMap<string, string>> {
  const idOf = new Map<string, string>();
  await inParallel(documents, CONNECTIONS * 4, async ({ id, title, text }) => {
    idOf.set(await kb.createResource({ ...(title && { title }), texts: { body: { body: text || title } } }), id);
  });
  const rids = [...idOf.keys()];
  for (const rid of [...rids.slice(-40), ...rids.filter((_, i) => i % 50 === 0)])
    await kb.untilEmbedded(rid, WHOLE_MS_MAX);
  return idOf;
}

interface Asked {
  readonly collection: Collection;
  readonly idOf: ReadonlyMap<string, string>;
}

async function migrate(kb: KnowledgeBoxClient, asked: Asked): Promise<void> {
  line('before', `default ${(await recall(kb, asked)).toFixed(3)}`);
  const body = { name: 'semantic-model-migrator' as const, apply: 'EXISTING' as const };
  const { id } = await kb.api(startKnowledgeBoxTask, { body: { ...body, parameters: { semantic_model_id: TO } } });
  const params = { task_id: id };
  // Until all resources are counted, only some are said to wait.
  await until(async () => ((await embedded(kb, asked)) < COUNTED ? true : undefined), 'they are counted', WHOLE_MS_MAX);
  for (let step = 1; step <= STEPS; step += 1) {
    const isOver = await until(
      async () => {
        const { request } = await kb.api(inspectKnowledgeBoxTask, { params });
        if (request?.completed || request?.failed) return { isOver: true };
        return (await embedded(kb, asked)) >= step / STEPS ? { isOver: false } : undefined;
      },
      `a share of ${step} tenths is embedded`,
      WHOLE_MS_MAX,
    );
    if (isOver.isOver) break;
    // Paused, so that all queries meet the same share.
    await kb.api(stopKnowledgeBoxTask, { params });
    await sleep(SETTINGS_AGE_MS + LOOK_MS);
    const share = `${((await embedded(kb, asked)) * 100).toFixed(0)} % embedded`;
    const figures = [await recall(kb, asked), await recall(kb, asked, TO)].map((figure) => figure.toFixed(3));
    line(share, `default ${figures[0]}`, `new model alone ${figures[1]}`);
    await kb.api(restartKnowledgeBoxTask, { params });
  }
  const ended = await until(
    async () => {
      const { request } = await kb.api(inspectKnowledgeBoxTask, { params });
      return request?.completed || request?.failed ? request : undefined;
    },
    'the migration has ended',
    WHOLE_MS_MAX,
  );
  await sleep(SETTINGS_AGE_MS);
  const figures = [await recall(kb, asked), await recall(kb, asked, FROM)].map((figure) => figure.toFixed(3));
  line(ended.completed ? 'switched' : 'failed', `default ${figures[0]}`, `old model alone ${figures[1]}`);
}

/** Share of the resources that have vectors of the new model; 1 before any is counted as waiting. */
async function embedded(kb: KnowledgeBoxClient, { idOf }: Asked): Promise<number> {
  const { vectorsets } = await kb.api(listVectorsets, {});
  const found = vectorsets.find(({ id }) => id === TO);
  return found ? 1 - (found.waiting ?? 0) / idOf.size : 1;
}

async function recall(kb: KnowledgeBoxClient, { collection, idOf }: Asked, vectorset?: string): Promise<number> {
  const named = vectorset === undefined ? {} : { vectorset };
  const recalls = await inParallel(collection.queries, CONNECTIONS, async ({ id, text }) => {
    const relevant = [...(collection.judgements.get(id) ?? [])].filter(([, grade]) => grade > 0).map(([one]) => one);
    const request = { query: text, features: ['semantic'], reranker: 'noop', top_k: RESULTS * 3, show: [], ...named };
    const { best_matches: best } = await kb.find(request);
    const ranking = [...new Set(best.map((paragraph) => idOf.get(paragraph.split('/')[0] ?? '') ?? paragraph))];
    const wanted = new Set(relevant);
    return recallAt(RESULTS, ranking, { isRelevant: (one) => wanted.has(one), relevant: relevant.length });
  });
  return mean(recalls);
}
