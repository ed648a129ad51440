import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { IndexedResource, IndexFilter, VectorRecord } from '@lectern/contracts/core';
import { EmbeddedVectorIndex } from './embedded-vector-index';

/** `node dist/libs/vector-index/src/vector-index.bench.js [vectors]`: prints, asserts nothing. */
const vectorsWanted = Number(process.argv[2] ?? 10_000);
const perResource = 5;
const updatesPerCall = 64;
/** Long enough for upkeep to finish. */
const pauseMs = 10_000;
const vectorset = { kbid: '5f0c1a52-8a53-4d29-9a55-3f6f0f7c8d11', id: 'bench', dimensions: 384 };
/** Vectors of texts lie near a space of few dimensions. */
const trueDimensions = 24;

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

const axes = Array.from({ length: trueDimensions }, () => Float32Array.from({ length: vectorset.dimensions }, normal));

function unitVector(): Float32Array {
  const vector = Float32Array.from({ length: vectorset.dimensions }, () => random() - 0.5);
  for (const axis of axes) {
    const weight = normal();
    for (let i = 0; i < vector.length; i += 1) vector[i] = (vector[i] ?? 0) + weight * (axis[i] ?? 0);
  }
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / length);
}

function resourceOf(n: number, version = 1): IndexedResource {
  const rid = n.toString(16).padStart(32, '0');
  const [createdMs, groups] = [1.7e12 + n * 1_000, n % 10 === 0 ? [] : [`group${n % 10}`]];
  const labels = [`/l/topics/t${n % 7}`, '/s/p/en'];
  return { rid, version, createdMs, modifiedMs: createdMs, hidden: false, groups, labels };
}

function record(n: number, vectors: number): VectorRecord {
  const resource = resourceOf(n);
  const { rid } = resource;
  return {
    resource,
    vectors: Array.from({ length: vectors }, (_, i) => ({
      id: `${rid}/t/body/${i * 400}-${i * 400 + 399}`,
      field: 't/body',
      language: 'en',
      labels: ['/k/text'],
      vector: unitVector(),
    })),
  };
}

async function cost(work: () => Promise<unknown>): Promise<{ readonly wallMs: number; readonly cpuMs: number }> {
  const [startedMs, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs: performance.now() - startedMs, cpuMs: (user + system) / 1_000 };
}

function print(name: string, values: Readonly<Record<string, number>>): void {
  const shown = Object.entries(values).map(([key, value]) => `${key} ${value.toFixed(value < 100 ? 2 : 0)}`);
  console.log(`${name.padEnd(34)} ${shown.join('   ')}   rss ${process.memoryUsage.rss() >> 20} MB`);
}

async function repeat(name: string, times: number, query: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < 5; i += 1) await query();
  const taken: number[] = [];
  const { cpuMs } = await cost(async () => {
    for (let i = 0; i < times; i += 1) taken.push((await cost(query)).wallMs);
  });
  taken.sort((a, b) => a - b);
  print(name, { p50: taken[times >> 1] ?? 0, p99: taken[Math.floor(times * 0.99)] ?? 0, cpu: cpuMs / times });
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vector-bench-'));
  const index = new EmbeddedVectorIndex({ folder, role: 'writer', cacheSizeBytes: 2 ** 29, warn: console.warn });
  const queries = Array.from({ length: 105 }, unitVector);
  let next = 0;
  const loading = await cost(async () => {
    while (next * perResource < vectorsWanted) {
      await index.put(
        vectorset,
        Array.from({ length: 200 }, () => record(next++, perResource)),
      );
    }
  });
  print('load in bulk', { seconds: loading.wallMs / 1_000, 'cpu ms/vector': loading.cpuMs / vectorsWanted });
  await setTimeout(pauseMs);

  let asked = 0;
  const search = (filter?: IndexFilter, limit = 40) =>
    index.search(vectorset, { vector: queries[asked++ % queries.length] ?? unitVector(), filter, limit });
  const searchAll = async (when: string) => {
    await repeat(`${when}: no filter`, 100, () => search());
    await repeat(`${when}: group (19 %)`, 100, () => search({ visibleTo: ['group3'] }));
  };
  await searchAll('loaded');
  await repeat('public and label (1.4 %)', 100, () => search({ all: [{ visibleTo: [] }, { label: '/l/topics/t3' }] }));
  await repeat('limit 500', 30, () => search(undefined, 500));
  await repeat('put alone', 20, () => index.put(vectorset, [record(next++, 1)]));

  await repeat('update alone', 20, () => index.update(vectorset.kbid, [resourceOf(Math.floor(random() * next), 2)]));
  const resources = Math.ceil(vectorsWanted / perResource);
  const updating = await cost(async () => {
    let updated = 0;
    const work = async () => {
      while (updated < resources) {
        const start = updated;
        updated += updatesPerCall;
        const end = Math.min(updated, resources);
        await index.update(
          vectorset.kbid,
          Array.from({ length: end - start }, (_, i) => resourceOf(start + i, 3)),
        );
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
  });
  print(`all updated, 8 calls of ${updatesPerCall} at once`, {
    seconds: updating.wallMs / 1_000,
    'cpu ms/resource': updating.cpuMs / resources,
  });

  const searches: number[] = [];
  let writing = true;
  const puts = cost(async () => {
    const end = next + 2_000;
    const work = async () => {
      while (next < end) await index.put(vectorset, [record(next++, 1)]);
    };
    await Promise.all(Array.from({ length: 32 }, work));
  }).finally(() => (writing = false));
  while (writing) searches.push((await cost(() => search({ visibleTo: ['group3'] }))).wallMs);
  const { wallMs, cpuMs } = await puts;
  searches.sort((a, b) => a - b);
  print('2,000 puts, 32 at once', { 'per second': 2_000_000 / wallMs, 'cpu ms each': cpuMs / 2_000 });
  print('searches meanwhile', {
    count: searches.length,
    p50: searches[searches.length >> 1] ?? 0,
    p99: searches[Math.floor(searches.length * 0.99)] ?? 0,
  });
  await setTimeout(pauseMs);
  await searchAll('after a pause');
  print('held', { ...(await index.count(vectorset)) });
  await index.close();
  await rm(folder, { recursive: true, force: true });
}

void main();
