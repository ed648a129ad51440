import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { IndexFilter, KeywordRecord } from '@lectern/contracts/core';
import { analyze, parseQuery, splitParagraphs } from '@lectern/text';
import { EmbeddedKeywordIndex } from '../embedded-keyword-index';
import type { KeywordHit, KeywordIndex } from '../keyword-index';
import { openSearchOptions } from './opensearch.config';
import { openSearchClient } from './opensearch-client';
import { OpenSearchKeywordIndex } from './opensearch-keyword-index';

/**
 * `OPENSEARCH_URL=… node dist/libs/keyword-index/src/opensearch/ranking-equality.bench.js FOLDER…`: ranks English
 * collections in BEIR's format on both engines, and on OpenSearch with all of them in one index. Asserts nothing.
 */
const folders = process.argv.slice(2);
const language = 'en';
const hitsMax = 100;
const recordsAtOnce = 200;
/** Smaller differences between the scores of two engines are ties. */
const tieRatio = 1e-3;

interface Collection {
  readonly name: string;
  readonly records: readonly KeywordRecord[];
  readonly queries: readonly { readonly text: string; readonly relevance: ReadonlyMap<string, number> }[];
}

async function rows(path: string): Promise<Record<string, string>[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => JSON.parse(line));
}

async function readCollection(folder: string): Promise<Collection> {
  const [name, judged] = [basename(folder), new Map<string, Map<string, number>>()];
  for (const line of (await readFile(join(folder, 'qrels.tsv'), 'utf8')).split('\n').slice(1)) {
    const [query = '', document = '', score = ''] = line.trim().split('\t');
    if (Number(score) > 0)
      judged.set(query, (judged.get(query) ?? new Map<string, number>()).set(ridOf(name, document), Number(score)));
  }
  const [documents, queries] = [await rows(join(folder, 'corpus.jsonl')), await rows(join(folder, 'queries.jsonl'))];
  return {
    name,
    records: documents.map((document) => recordOf(name, document)),
    queries: queries.flatMap(({ id, _id, text }) => {
      const relevance = judged.get(id ?? _id ?? '');
      return relevance && text ? [{ text, relevance }] : [];
    }),
  };
}

function ridOf(collection: string, id: string): string {
  return createHash('md5').update(`${collection}/${id}`).digest('hex');
}

function recordOf(collection: string, document: Record<string, string>): KeywordRecord {
  const { title = '', text = '' } = document;
  const rid = ridOf(collection, document['id'] ?? document['_id'] ?? '');
  const spans = splitParagraphs(text || title).map(({ start, end }) => [...(text || title)].slice(start, end).join(''));
  const shared = { language, kind: 'TEXT', labels: [], start: 0, end: 0, page: 0 } as const;
  const paragraphs = [title, ...spans].flatMap((part, index) => {
    const field = index === 0 ? 'a/title' : 't/body';
    if (part.trim() === '') return [];
    return { ...shared, id: `${rid}/${field}/${index}`, field, text: part, ...analyze(part, language), index };
  });
  const resource = { rid, version: 1, createdMs: 0, modifiedMs: 0, hidden: false, groups: [] };
  return { resource: { ...resource, labels: [`/c/${collection}`] }, title, paragraphs };
}

async function fill(index: KeywordIndex, box: string, records: readonly KeywordRecord[]): Promise<void> {
  for (let from = 0; from < records.length; from += recordsAtOnce)
    await index.put(box, records.slice(from, from + recordsAtOnce));
}

async function search(index: KeywordIndex, box: string, text: string, filter?: IndexFilter): Promise<KeywordHit[]> {
  const { terms, phrases, excluded } = parseQuery(text, [language]);
  return [...(await index.search(box, { terms, phrases, excluded, filter, limit: hitsMax })).hits];
}

/** nDCG@10 of the documents, each ranked by its best paragraph. */
function quality(hits: readonly KeywordHit[], relevance: ReadonlyMap<string, number>): number {
  const documents = [...new Set(hits.map(({ id }) => id.slice(0, 32)))].slice(0, 10);
  const discounted = (gains: readonly number[]) =>
    gains.slice(0, 10).reduce((sum, gain, i) => sum + gain / Math.log2(i + 2), 0);
  const ideal = [...relevance.values()].sort((a, b) => b - a);
  return discounted(documents.map((id) => relevance.get(id) ?? 0)) / discounted(ideal);
}

interface Ranked {
  readonly quality: number;
  readonly hits: readonly KeywordHit[];
}

/** Share of queries with the same first hit; ties for the first rank count as the same. */
function sameFirst(ours: readonly Ranked[], theirs: readonly Ranked[]): number {
  const same = ours.filter(({ hits: [first] }, i) => {
    const other = theirs[i]?.hits ?? [];
    const [best] = other;
    const found = other.find(({ id }) => id === first?.id);
    return first?.id === best?.id || (found && best && found.score > best.score * (1 - tieRatio));
  });
  return same.length / ours.length;
}

function report(name: string, embedded: readonly Ranked[], other: readonly Ranked[]): void {
  const mean = (ranked: readonly Ranked[]) => ranked.reduce((sum, one) => sum + one.quality, 0) / ranked.length;
  const ratios = embedded.flatMap(({ hits }, i) => {
    const scores = new Map(other[i]?.hits.map(({ id, score }) => [id, score]));
    return hits.slice(0, 10).flatMap(({ id, score }) => (scores.has(id) ? [(scores.get(id) ?? 0) / score] : []));
  });
  ratios.sort((a, b) => a - b);
  const at = (share: number) => (ratios[Math.floor(share * (ratios.length - 1))] ?? 0).toFixed(3);
  const cells = [
    name.padEnd(34),
    `nDCG@10 ${mean(embedded).toFixed(4)} ${mean(other).toFixed(4)}`,
    `difference ${(mean(other) - mean(embedded)).toFixed(4)}`,
    `same first ${(sameFirst(embedded, other) * 100).toFixed(1)} %`,
    `scores ${at(0)} ${at(0.5)} ${at(1)}`,
  ];
  process.stdout.write(`${cells.join('   ')}\n`);
}

async function rankAll(
  { queries }: Collection,
  one: (text: string) => Promise<readonly KeywordHit[]>,
): Promise<Ranked[]> {
  const ranked: Ranked[] = [];
  for (const { text, relevance } of queries) {
    const hits = await one(text);
    ranked.push({ hits, quality: quality(hits, relevance) });
  }
  return ranked;
}

async function main(): Promise<void> {
  const options = openSearchOptions(`bench-${randomUUID()}`);
  if (!options || folders.length === 0) throw new Error('OPENSEARCH_URL and folders of collections are needed');
  const folder = await mkdtemp(join(tmpdir(), 'ranking-'));
  const embeddedOptions = { folder, role: 'writer', cacheSizeBytes: 2 ** 28 } as const;
  const collections = await Promise.all(folders.map(readCollection));
  const [shared, boxes] = [randomUUID(), collections.map(() => randomUUID())];
  const server = await OpenSearchKeywordIndex.open(options, 'writer');
  try {
    const filling = new EmbeddedKeywordIndex(embeddedOptions);
    for (const [i, { records }] of collections.entries()) {
      for (const index of [filling, server]) await fill(index, boxes[i] ?? '', records);
      await fill(server, shared, records);
    }
    // Closing brings the index up to date.
    await filling.close();
    const embedded = new EmbeddedKeywordIndex(embeddedOptions);
    for (const [i, collection] of collections.entries()) {
      const [box = '', filter] = [boxes[i], { label: `/c/${collection.name}` }];
      const ours = await rankAll(collection, (text) => search(embedded, box, text));
      report(collection.name, ours, await rankAll(collection, (text) => search(server, box, text)));
      const mixed = await rankAll(collection, (text) => search(server, shared, text, filter));
      report(`${collection.name}, all in one index`, ours, mixed);
    }
    await embedded.close();
  } finally {
    await Promise.all([...boxes, shared].map((box) => server.drop(box)));
    await server.close();
    const client = openSearchClient(options);
    await client.indices.deleteIndexTemplate({ name: `${options.prefix}-keywords` });
    await client.close();
    await rm(folder, { recursive: true, force: true });
  }
}

void main();
