import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { inParallel } from '../harness/parallel';
import { Standalone } from '../harness/standalone';
import { type BeirDocument, type Collection, readCollection } from './beir';
import { mean, pairedSignificance, type Quality, qualityOf } from './metrics';

/** Paragraphs asked for: enough to rank 100 documents of some paragraphs each. */
const TOP_K = 200;
const CONNECTIONS = 4;
const INDEXING_TIMEOUT_MS = 30 * 60_000;

const legs = {
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

async function rank(
  kb: KnowledgeBoxClient,
  query: string,
  { leg, idOf }: { readonly leg: Leg; readonly idOf: ReadonlyMap<string, string> },
): Promise<string[]> {
  const request = { query, top_k: TOP_K, show: [], ...legs[leg] };
  const { best_matches: best } = await kb.find(request);
  const documents = best.map((paragraph) => idOf.get(paragraph.split('/')[0] ?? '') ?? paragraph);
  return [...new Set(documents)];
}

async function measure(kb: KnowledgeBoxClient, { queries, judgements }: Collection, idOf: ReadonlyMap<string, string>) {
  const measured = new Map<Leg, Quality[]>();
  // A literal object has the keys that its type says.
  for (const leg of Object.keys(legs) as Leg[]) {
    const qualities = await inParallel(queries, CONNECTIONS, async ({ id, text }) =>
      qualityOf(await rank(kb, text, { leg, idOf }), judgements.get(id) ?? new Map()),
    );
    measured.set(leg, qualities);
  }
  return measured;
}

function report(name: string, measured: ReadonlyMap<Leg, readonly Quality[]>): void {
  const base = (measured.get('keyword') ?? []).map(({ ndcg10 }) => ndcg10);
  for (const [leg, qualities] of measured) {
    const ndcg = qualities.map(({ ndcg10 }) => ndcg10);
    const change = leg === 'keyword' ? '' : `${((mean(ndcg) / mean(base) - 1) * 100).toFixed(1)} %`;
    const p = leg === 'keyword' ? '' : pairedSignificance(ndcg, base).toFixed(3);
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

async function main(): Promise<void> {
  const folders = collections(process.argv.slice(2));
  if (folders.length === 0) throw new Error('Usage: npm run bench:quality -- <folder of BEIR collections> …');
  const lectern = await Standalone.start();
  const client = new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` });
  process.stdout.write(
    '| set | leg | queries | nDCG@10 | MAP | R@100 | against keyword | p |\n|---|---|---|---|---|---|---|---|\n',
  );
  try {
    for (const folder of folders) {
      const collection = await readCollection(folder);
      const kb = await client.createKnowledgeBox();
      const idOf = await fill(kb, collection.documents);
      report(basename(folder), await measure(kb, collection, idOf));
      await client.call('DELETE', kb.accountPath);
    }
  } finally {
    await lectern.stop();
  }
}

// What was started is stopped when this process exits, which a signal alone does not make it do.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
