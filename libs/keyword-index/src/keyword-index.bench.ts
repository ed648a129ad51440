import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { IndexedResource, IndexFilter, KeywordRecord } from '@lectern/contracts/core';
import { EmbeddedKeywordIndex } from './embedded-keyword-index';
import type { KeywordQuery } from './keyword-index';

/** `node dist/libs/keyword-index/src/keyword-index.bench.js [paragraphs]`: prints, asserts nothing. */
const paragraphsWanted = Number(process.argv[2] ?? 10_000);
const perResource = 5;
const updatesPerCall = 64;
/** Long enough for upkeep to finish. */
const pauseMs = 10_000;
const kbid = '5f0c1a52-8a53-4d29-9a55-3f6f0f7c8d11';
const vocabulary = 30_000;

let state = 7;
/** Mulberry32. */
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

const cumulative: number[] = [];
for (let i = 1, sum = 0; i <= vocabulary; i += 1) cumulative.push((sum += 1 / i));

function zipfWord(): string {
  const wanted = random() * (cumulative.at(-1) ?? 0);
  let [low, high] = [0, vocabulary - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cumulative[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return `w${low}`;
}

function resourceOf(n: number, version: number): IndexedResource {
  const group = n % 10;
  return {
    rid: n.toString(16).padStart(32, '0'),
    version,
    createdMs: 1.7e12 + n * 1_000,
    modifiedMs: 1.7e12 + n * 2_000,
    hidden: false,
    groups: group === 0 ? [] : [`group${group}`],
    labels: [`/l/topics/t${n % 7}`, `/l/kind/k${n % 3}`, '/s/p/en'],
  };
}

function record(n: number, paragraphs: number, version = 1): KeywordRecord {
  const resource = resourceOf(n, version);
  const { rid } = resource;
  return {
    resource,
    title: `Resource ${n}`,
    paragraphs: Array.from({ length: paragraphs }, (_, index) => {
      const words = Array.from({ length: 60 }, zipfWord).join(' ');
      const entities = Array.from({ length: 4 }, () => `/e/PERSON/e${Math.floor(random() * 5_000)}`);
      return {
        id: `${rid}/t/body/${index * 400}-${index * 400 + 399}`,
        field: 't/body',
        text: words,
        terms: words,
        words,
        language: 'en',
        kind: 'TEXT' as const,
        labels: ['/mt/text/plain', '/k/text', ...entities],
        index,
        start: index * 400,
        end: index * 400 + 399,
        page: 0,
      };
    }),
  };
}

interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
}

async function cost(work: () => Promise<unknown>): Promise<Cost> {
  const [startedMs, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs: performance.now() - startedMs, cpuMs: (user + system) / 1_000 };
}

function print(name: string, values: Readonly<Record<string, number>>): void {
  const shown = Object.entries(values).map(([key, value]) => `${key} ${value.toFixed(value < 100 ? 2 : 0)}`);
  console.log(`${name.padEnd(34)} ${shown.join('   ')}   rss ${process.memoryUsage.rss() >> 20} MB`);
}

function percentiles(times: number[]): { p50: number; p99: number } {
  times.sort((a, b) => a - b);
  return { p50: times[times.length >> 1] ?? 0, p99: times[Math.floor(times.length * 0.99)] ?? 0 };
}

async function repeat(name: string, times: number, query: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < 5; i += 1) await query();
  const taken: number[] = [];
  const { cpuMs } = await cost(async () => {
    for (let i = 0; i < times; i += 1) taken.push((await cost(query)).wallMs);
  });
  print(name, { ...percentiles(taken), cpu: cpuMs / times });
}

function queryOf(filter?: IndexFilter, more: Partial<KeywordQuery> = {}): KeywordQuery {
  const word = (low: number, high: number) => `w${low + Math.floor(random() * (high - low))}`;
  const terms = [word(100, 1_000), word(10, 100), word(1_000, 10_000)];
  return { terms, phrases: [], excluded: [], filter, limit: 40, ...more };
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'keyword-bench-'));
  const options = { folder, role: 'writer', cacheSizeBytes: 2 ** 28, warn: console.warn } as const;
  let index = new EmbeddedKeywordIndex(options);
  let next = 0;
  const puts = (count: number, paragraphs: number, concurrency: number, latencies: number[] = []) =>
    cost(async () => {
      const end = next + count;
      const work = async () => {
        while (next < end) {
          const one = record(next++, paragraphs);
          latencies.push((await cost(() => index.put(kbid, [one]))).wallMs);
        }
      };
      await Promise.all(Array.from({ length: concurrency }, work));
    });

  const loading = await cost(async () => {
    while (next * perResource < paragraphsWanted) {
      await index.put(
        kbid,
        Array.from({ length: 400 }, () => record(next++, perResource)),
      );
    }
  });
  print('load in bulk', { seconds: loading.wallMs / 1_000, 'cpu ms/paragraph': loading.cpuMs / paragraphsWanted });
  const folding = await cost(() => index.close());
  print('close', { ms: folding.wallMs });
  index = new EmbeddedKeywordIndex(options);
  print('open', { ms: (await cost(() => index.count(kbid))).wallMs });

  await setTimeout(pauseMs);
  const visible: IndexFilter = { visibleTo: ['group3'] };
  const queries = async (when: string) => {
    await repeat(`${when}: 3 words`, 100, () => index.search(kbid, queryOf()));
    await repeat(`${when}: 3 words, group`, 100, () => index.search(kbid, queryOf(visible)));
  };
  await queries('loaded');
  await repeat('common words, group', 50, () => index.search(kbid, queryOf(visible, { terms: ['w1', 'w2', 'w3'] })));
  await repeat('group and label and not hidden', 50, () =>
    index.search(
      kbid,
      queryOf({ all: [visible, { label: '/l/topics' }, { hidden: false }, { not: { label: '/e/PERSON/e7' } }] }),
    ),
  );
  await repeat('entity label', 50, () =>
    index.search(kbid, queryOf({ label: `/e/PERSON/e${Math.floor(random() * 5_000)}` })),
  );
  await repeat('date range', 50, () => index.search(kbid, queryOf({ date: 'created', sinceMs: 1.7e12 + next * 500 })));
  await repeat('phrase', 30, () => index.search(kbid, queryOf(visible, { terms: [], phrases: [['w3', 'w5']] })));
  await repeat('words and phrase', 30, () => index.search(kbid, queryOf(visible, { phrases: [['w30', 'w55']] })));
  await repeat('words, one excluded', 30, () => index.search(kbid, queryOf(visible, { excluded: ['w55'] })));
  await repeat('newest', 20, () => index.search(kbid, queryOf(visible, { terms: [] })));
  await repeat('limit 500', 20, () => index.search(kbid, queryOf(visible, { limit: 500 })));
  const { hits } = await index.search(kbid, queryOf());
  await repeat('read 40', 30, () =>
    index.read(
      kbid,
      hits.map(({ id }) => id),
    ),
  );
  await repeat('facets', 10, () => index.facets(kbid, ['/l/topics', '/language'], { filter: visible }));
  await repeat('scroll page of 500', 10, () => index.scroll(kbid, 500));
  await repeat('entity facets', 10, () => index.facets(kbid, ['/e/PERSON'], { filter: visible }));
  await repeat('put alone', 20, () => index.put(kbid, [record(next++, 1)]));
  await repeat('replace alone', 20, () => index.put(kbid, [record(Math.floor(random() * next), 1, 2)]));

  await repeat('update alone', 20, () => index.update(kbid, [resourceOf(Math.floor(random() * next), 3)]));
  const resources = Math.ceil(paragraphsWanted / perResource);
  const updating = await cost(async () => {
    let updated = 0;
    const work = async () => {
      while (updated < resources) {
        const start = updated;
        updated += updatesPerCall;
        const end = Math.min(updated, resources);
        await index.update(
          kbid,
          Array.from({ length: end - start }, (_, i) => resourceOf(start + i, 4)),
        );
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
  });
  print(`all updated, 8 calls of ${updatesPerCall} at once`, {
    seconds: updating.wallMs / 1_000,
    'cpu ms/resource': updating.cpuMs / resources,
  });

  const latencies: number[] = [];
  const writing = await puts(4_000, 1, 32, latencies);
  print('4,000 puts, 32 at once', {
    'per second': 4_000_000 / writing.wallMs,
    'cpu ms each': writing.cpuMs / 4_000,
    ...percentiles(latencies),
  });
  const searches: number[] = [];
  let writingOn = true;
  const both = puts(4_000, 1, 32).finally(() => (writingOn = false));
  while (writingOn) searches.push((await cost(() => index.search(kbid, queryOf(visible)))).wallMs);
  const bothCost = await both;
  print('the same, and searches meanwhile', {
    'per second': 4_000_000 / bothCost.wallMs,
    searches: searches.length,
    ...percentiles(searches),
  });
  await queries('after writing');
  await setTimeout(pauseMs);
  await queries('after a pause');
  print('held', { ...(await index.count(kbid)) });
  await index.close();
  await rm(folder, { recursive: true, force: true });
}

void main();
