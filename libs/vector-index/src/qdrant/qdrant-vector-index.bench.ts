import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IndexedResource, IndexFilter, VectorRecord } from '@lectern/contracts/core';
import { findQdrant, QdrantServer } from '@lectern/testing';
import type { Vectorset } from '../vector-index';
import { equal, qdrantFilter } from './qdrant-filter';
import { tenantOf, VECTOR_NAME } from './qdrant-point';
import { QdrantVectorIndex } from './qdrant-vector-index';

/**
 * `node dist/libs/vector-index/src/qdrant/qdrant-vector-index.bench.js [vectors] [none|scalar]`: recall against exact
 * search, speed, and load time compared with Qdrant's own bulk writes. Asserts nothing.
 */
const vectorsWanted = Number(process.argv[2] ?? 30_000);
const quantization = process.argv[3] === 'scalar' ? 'scalar' : 'none';
const perResource = 10;
const resourcesPerPut = 50;
const resourcesPerUpdate = 64;
const dimensions = 384;
/** Vectors of texts lie near a space of few dimensions. */
const trueDimensions = 24;
const queriesPerFilter = 100;
const smallBoxes = 20;
const vectorsOfSmallBox = 500;
const filters: readonly (readonly [name: string, filter?: IndexFilter])[] = [
  ['no filter'],
  ['half by date', { date: 'created', sinceMs: 1.7e12 + (vectorsWanted / perResource / 2) * 1_000 }],
  ['group (19 %)', { visibleTo: ['group3'] }],
  ['label (14 %)', { label: '/l/topics/t3' }],
  ['group, label (2.7 %)', { all: [{ visibleTo: ['group3'] }, { label: '/l/topics/t3' }] }],
  ['not label, not hidden (77 %)', { all: [{ not: { label: '/l/topics/t3' } }, { hidden: false }] }],
];

let state = 7;
/** Mulberry32. */
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

function normal(): number {
  return Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
}

const axes = Array.from({ length: trueDimensions }, () => Float32Array.from({ length: dimensions }, normal));

function unitVector(): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, () => random() - 0.5);
  for (const axis of axes) {
    const weight = normal();
    for (let i = 0; i < vector.length; i += 1) vector[i] = (vector[i] ?? 0) + weight * (axis[i] ?? 0);
  }
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / length);
}

function resourceOf(n: number): IndexedResource {
  const rid = n.toString(16).padStart(32, '0');
  const createdMs = 1.7e12 + n * 1_000;
  const groups = n % 10 === 0 ? [] : [`group${n % 10}`];
  const labels = [`/l/topics/t${n % 7}`, '/s/p/en'];
  return { rid, version: 1, createdMs, modifiedMs: createdMs, hidden: n % 11 === 0, groups, labels };
}

function record(n: number): VectorRecord {
  const resource = resourceOf(n);
  const { rid } = resource;
  return {
    resource,
    vectors: Array.from({ length: perResource }, (_, i) => ({
      id: `${rid}/t/body/${i * 400}-${i * 400 + 399}`,
      field: 't/body',
      language: 'en',
      labels: ['/k/text'],
      vector: unitVector(),
    })),
  };
}

async function ask(url: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' };
  const options = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await fetch(`${url}${path}`, options);
  // A bench: a wrong shape fails by itself.
  return ((await answer.json()) as { result: Record<string, unknown> }).result;
}

async function optimized(url: string, collection: string): Promise<number> {
  const startedMs = performance.now();
  for (let quiet = 0; quiet < 3; quiet += 1) {
    await sleep(1_000);
    const { status } = await ask(url, `/collections/${collection}`);
    if (status !== 'green') quiet = -1;
  }
  return (performance.now() - startedMs) / 1_000;
}

async function load(index: QdrantVectorIndex, set: Vectorset, vectors: number): Promise<number> {
  let spentMs = 0;
  for (let n = 0; n < vectors / perResource; n += resourcesPerPut) {
    const records = Array.from({ length: resourcesPerPut }, (_, i) => record(n + i));
    const startedMs = performance.now();
    await index.put(set, records);
    spentMs += performance.now() - startedMs;
  }
  return (vectors / spentMs) * 1_000;
}

/** Resources per second, with increasing versions. */
async function update(index: QdrantVectorIndex, { kbid }: Vectorset, version: number): Promise<number> {
  const resources = vectorsWanted / perResource;
  const startedMs = performance.now();
  for (let n = 0; n < resources; n += resourcesPerUpdate) {
    const length = Math.min(resourcesPerUpdate, resources - n);
    await index.update(
      kbid,
      Array.from({ length }, (_, i) => ({ ...resourceOf(n + i), version })),
    );
  }
  return (resources / (performance.now() - startedMs)) * 1_000;
}

/** The same points in requests of the same size, without comparing, counting or removing. */
async function loadRaw(url: string, collection: string, batches: number): Promise<number> {
  let spentMs = 0;
  for (let batch = 0; batch < batches; batch += 1) {
    const points = Array.from({ length: resourcesPerPut }, (_, i) => record(1_000_000 + batch * resourcesPerPut + i))
      .flatMap(({ vectors, resource }) =>
        'pages' in vectors ? [] : Array.from(vectors, (vector) => ({ vector, resource })),
      )
      .map(({ vector, resource }) => ({
        id: randomUUID(),
        vector: { [VECTOR_NAME]: Array.from(vector.vector) },
        payload: { ...resource, tenant: 'raw', id: vector.id, fields: ['t', 't/body'] },
      }));
    const startedMs = performance.now();
    const request = {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ points }),
    };
    await (await fetch(`${url}/collections/${collection}/points?wait=true`, request)).arrayBuffer();
    spentMs += performance.now() - startedMs;
  }
  return ((batches * resourcesPerPut * perResource) / spentMs) * 1_000;
}

async function measure(
  { url, collection, index }: { url: string; collection: string; index: QdrantVectorIndex },
  set: Vectorset,
  [name, filter]: (typeof filters)[number],
): Promise<void> {
  const [taken, raw]: [number[], number[]] = [[], []];
  let found = 0;
  let wanted = 0;
  for (let i = 0; i < queriesPerFilter; i += 1) {
    const vector = unitVector();
    const startedMs = performance.now();
    const hits = await index.search(set, { vector, limit: 10, filter });
    taken.push(performance.now() - startedMs);
    const must = [equal('tenant', tenantOf(set)), ...(filter ? [qdrantFilter(filter)] : [])];
    const query = { query: Array.from(vector), using: VECTOR_NAME, limit: 10, filter: { must }, with_payload: ['id'] };
    const rawMs = performance.now();
    await ask(url, `/collections/${collection}/points/query`, query);
    raw.push(performance.now() - rawMs);
    const exact = await ask(url, `/collections/${collection}/points/query`, { ...query, params: { exact: true } });
    const ids = (exact['points'] as { payload: { id: string } }[]).map(({ payload }) => payload.id);
    wanted += ids.length;
    found += hits.filter(({ id }) => ids.includes(id)).length;
  }
  const middle = (times: number[]) => (times.sort((a, b) => a - b)[times.length >> 1] ?? 0).toFixed(1);
  console.log(
    `${name.padEnd(30)} recall@10 ${(found / wanted).toFixed(4)}   p50 ms ${middle(taken)}   raw ${middle(raw)}`,
  );
}

async function main(): Promise<void> {
  const server = await QdrantServer.start(findQdrant());
  const { url } = server;
  const prefix = `bench-${randomUUID()}`;
  const options = {
    url,
    prefix,
    timeoutMs: 30_000,
    largeBoxes: [],
    quantization,
    shards: 1,
    replicas: 1,
    role: 'writer',
  } as const;
  const index = await QdrantVectorIndex.open(options);
  try {
    const large: Vectorset = { kbid: randomUUID(), id: 'bench', dimensions };
    const collection = `${prefix}-${dimensions}`;
    console.log(`${vectorsWanted} vectors of ${dimensions} dimensions, quantization ${quantization}`);
    const rate = await load(index, large, vectorsWanted);
    for (let i = 0; i < smallBoxes; i += 1) await load(index, { ...large, kbid: randomUUID() }, vectorsOfSmallBox);
    const small: Vectorset = { ...large, kbid: randomUUID() };
    await load(index, small, vectorsOfSmallBox);
    console.log(`indexed after ${(await optimized(url, collection)).toFixed(0)} s`);
    const info = await ask(url, `/collections/${collection}`);
    console.log(
      `indexed vectors ${String(info['indexed_vectors_count'])} in ${String(info['segments_count'])} segments`,
    );
    for (const filter of filters) await measure({ url, collection, index }, large, filter);
    await measure({ url, collection, index }, small, ['a small box']);
    await index.put(large, [record(3)]);
    const updates = [await update(index, large, 2), await update(index, large, 3)].map((rate) => rate.toFixed(0));
    console.log(`resources updated per second, ${perResource} vectors each: ${updates.join(', then ')}`);
    const rawRate = await loadRaw(url, collection, 20);
    const again = await load(index, { ...large, kbid: randomUUID() }, 20 * resourcesPerPut * perResource);
    console.log(`vectors per second: first ${rate.toFixed(0)}, later ${again.toFixed(0)}, raw ${rawRate.toFixed(0)}`);
  } finally {
    await index.close();
    await server.stop();
  }
}

process.once('SIGINT', () => process.exit(1));
process.once('SIGTERM', () => process.exit(1));
void main();
