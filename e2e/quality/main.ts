import { deleteAccountKnowledgeBox } from '@lectern/contracts/knowledge-box';
import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { inParallel } from '../harness/parallel';
import { Standalone, temporaryFolder } from '../harness/standalone';
import { type BeirDocument, type Collection, readCollection } from './beir';
import { drawn, HalfEmbeddedBox, SETTINGS_AGE_MS, shares } from './half-embedded';
import { mean, pairedSignificance, type Quality, qualityOf } from '@lectern/evaluation';

/** Paragraphs requested: enough to rank 100 documents of some paragraphs each. */
const RESULTS = 200;
const CONNECTIONS = 4;
const INDEXING_TIMEOUT_MS = 30 * 60_000;

const legs = {
  bm25: { features: ['keyword'], reranker: 'noop' },
  keyword: { features: ['keyword'] },
  semantic: { features: ['semantic'] },
  hybrid: { features: ['keyword', 'semantic'] },
  rrf: { features: ['keyword', 'semantic'], rank_fusion: 'rrf', reranker: 'noop' },
} as const;
type Leg = keyof typeof legs;

/** Folders that hold a collection: the given ones, or what lies below them. */
function collections(folders: readonly string[]): string[] {
  return folders.flatMap((folder) => {
    if (existsSync(join(folder, 'corpus.jsonl'))) return [folder];
    const below = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return collections(below.map(({ name }) => join(folder, name)));
  });
}

async function fill(kb: KnowledgeBoxClient, documents: readonly BeirDocument[]): Promise<ReadonlyMap<string, string>> {
  const idOf = new Map<string, string>();
  await inParallel(documents, CONNECTIONS * 4, async ({ id, title, text }) => {
    const payload = { ...(title && { title }), texts: { body: { body: text || title } } };
    idOf.set(await kb.createResource(payload), id);
  });
  await settled(kb, [...idOf.keys()]);
  return idOf;
}

/** The last ones are looked at; tasks run in the order of creation. */
async function settled(kb: KnowledgeBoxClient, ids: readonly string[]): Promise<void> {
  for (const id of ids.slice(-40)) await kb.untilEmbedded(id, INDEXING_TIMEOUT_MS);
  for (const id of ids.filter((_, i) => i % 50 === 0)) await kb.untilEmbedded(id, INDEXING_TIMEOUT_MS);
}

interface Asked {
  readonly leg: Leg;
  /** Documents by resource. */
  readonly idOf: ReadonlyMap<string, string>;
  /** Paragraphs. */
  readonly results?: number;
}

async function rank(kb: KnowledgeBoxClient, query: string, { leg, idOf, results = RESULTS }: Asked): Promise<string[]> {
  const request = { query, top_k: results, show: [], ...legs[leg] };
  const { best_matches: best } = await kb.find(request);
  const documents = best.map((paragraph) => idOf.get(paragraph.split('/')[0] ?? '') ?? paragraph);
  return [...new Set(documents)];
}

/** Those that the option names, in the order of the table; all without it. */
function legsOf(option: string | undefined): Leg[] {
  // A literal object has the keys that its type says.
  const all = Object.keys(legs) as Leg[];
  const names = option?.split(',') ?? all;
  const unknown = names.find((name) => !all.some((leg) => leg === name));
  if (unknown !== undefined) throw new Error(`There is no leg ${unknown}, but ${all.join(', ')}`);
  return all.filter((leg) => names.includes(leg));
}

async function measure(
  kb: KnowledgeBoxClient,
  collection: Collection,
  { wanted, ...asked }: { readonly wanted: readonly Leg[] } & Omit<Asked, 'leg'>,
): Promise<ReadonlyMap<Leg, Quality[]>> {
  const measured = new Map<Leg, Quality[]>();
  for (const leg of wanted) measured.set(leg, await qualities(kb, collection, { leg, ...asked }));
  return measured;
}

function qualities(kb: KnowledgeBoxClient, { queries, judgements }: Collection, asked: Asked): Promise<Quality[]> {
  return inParallel(queries, CONNECTIONS, async ({ id, text }) =>
    qualityOf(await rank(kb, text, asked), judgements.get(id) ?? new Map()),
  );
}

interface HalfEmbedded extends Pick<Asked, 'idOf'> {
  readonly name: string;
  readonly dataDir: string;
  /** In which order resources get their vectors: as they were written, or by chance. */
  readonly arrival: 'drawn' | 'written';
}

/** nDCG@10 while a box is embedded: a row for each share, with missing vectors counted as 0 and as unknown. */
async function measureHalfEmbedded(
  kb: KnowledgeBoxClient,
  collection: Collection,
  { name, dataDir, idOf, arrival }: HalfEmbedded,
): Promise<void> {
  const rids = [...idOf.keys()];
  const box = new HalfEmbeddedBox(kb, dataDir, arrival === 'drawn' ? drawn(rids) : rids);
  const ndcg = async (leg: Leg) => mean((await qualities(kb, collection, { leg, idOf })).map(({ ndcg10 }) => ndcg10));
  const byWords = (await ndcg('keyword')).toFixed(3);
  for (const share of shares) {
    await box.keep(share);
    const figures: string[] = [];
    for (const isKnown of [false, true]) {
      await box.setKnown(isKnown);
      await sleep(SETTINGS_AGE_MS);
      for (const leg of ['hybrid', 'rrf'] as const) figures.push((await ndcg(leg)).toFixed(3));
    }
    process.stdout.write(`| ${[name, `${share * 100} %`, byWords, ...figures].join(' | ')} |\n`);
  }
}

/** Each leg against the first one. */
function report(name: string, measured: ReadonlyMap<Leg, readonly Quality[]>): void {
  const [first] = measured.keys();
  const base = ((first && measured.get(first)) ?? []).map(({ ndcg10 }) => ndcg10);
  for (const [leg, qualities] of measured) {
    const ndcg = qualities.map(({ ndcg10 }) => ndcg10);
    const change = leg === first ? '' : `${((mean(ndcg) / mean(base) - 1) * 100).toFixed(1)} %`;
    const p = leg === first ? '' : pairedSignificance(ndcg, base).toFixed(3);
    const cells = [
      name,
      leg,
      String(qualities.length),
      mean(ndcg).toFixed(3),
      mean(qualities.map(({ averagePrecision }) => averagePrecision)).toFixed(3),
      mean(qualities.map(({ recall100 }) => recall100)).toFixed(3),
      change,
      p,
    ];
    process.stdout.write(`| ${cells.join(' | ')} |\n`);
  }
}

const heads = {
  whole: ['set', 'leg', 'queries', 'nDCG@10', 'MAP', 'R@100', 'against the first', 'p'],
  half: ['set', 'embedded', 'keyword', 'hybrid, as 0', 'rrf, as 0', 'hybrid, as unknown', 'rrf, as unknown'],
};

const options = {
  legs: { type: 'string' },
  results: { type: 'string', default: String(RESULTS) },
  'half-embedded': { type: 'boolean', default: false },
  arrival: { type: 'string', default: 'drawn' },
} as const;

/**
 * With the model that EMBEDDER names, if any. With `--legs=bm25,hybrid`: these only. With `--results=20`: what requests
 * get that name no number. With `--half-embedded`: while the collections are embedded, instead of afterwards; with
 * `--arrival=written`, in the order of the collection instead of one that is drawn.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [isHalf, results] = [values['half-embedded'], Number(values.results)];
  const wanted = legsOf(values.legs);
  const { arrival } = values;
  if (arrival !== 'drawn' && arrival !== 'written') throw new Error(`Vectors arrive drawn or written, not ${arrival}`);
  const found = collections(positionals);
  const flags = '[--half-embedded [--arrival=written]] [--legs=<leg>,<leg>…] [--results=<number>]';
  const usage = `Usage: npm run bench:quality -- ${flags} <folder of BEIR collections> …`;
  if (found.length === 0) throw new Error(usage);
  const dataDir = await temporaryFolder();
  const embedder = process.env['EMBEDDER'];
  const lectern = await Standalone.start({ dataDir, env: embedder ? { EMBEDDER: embedder } : {} });
  const client = new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` });
  const head = isHalf ? heads.half : heads.whole;
  process.stdout.write(`| ${head.join(' | ')} |\n|${'---|'.repeat(head.length)}\n`);
  try {
    for (const folder of found) {
      const [name, collection] = [basename(folder), await readCollection(folder)];
      const kb = await client.createKnowledgeBox();
      const idOf = await fill(kb, collection.documents);
      if (isHalf) await measureHalfEmbedded(kb, collection, { name, dataDir, idOf, arrival });
      else report(name, await measure(kb, collection, { wanted, idOf, results }));
      await kb.api(deleteAccountKnowledgeBox);
    }
  } finally {
    await lectern.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

// Started processes are stopped when this process exits, which a signal alone does not do.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
