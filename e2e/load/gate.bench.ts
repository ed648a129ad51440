import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getResource, listCatalog } from '@lectern/contracts/knowledge-box';
import { searchKnowledgeBox, suggest } from '@lectern/contracts/search';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { inParallel } from '../harness/parallel';
import { Standalone } from '../harness/standalone';
import { SyntheticText } from './corpus';
import { heading, line } from './figures';
import { fill } from './filled-box';
import { allocatedBytesAt, countingAllocations } from '../harness/heap-allocations';
import { cpuOfTreeMs } from './process-tree';
import { type StepCounts, stepsBetween, stepsOf } from '../harness/steps';

const PARAGRAPHS_EACH = 11;
const TOP_K = 20;
const FACETS = ['/l', '/t', '/p', '/n/i', '/s/p'];
const WARM_UP = 40;
const CALLS = 200;
const CONNECTIONS = 8;
/** Creations are followed by their processing, which takes longer. */
const CREATIONS = 60;
const PAUSE_MS = 8_000;
/** Far longer than the processing of what is created in a row. */
const SETTLING_MS = 40_000;
/** One part of the yardstick: hashing short texts into a map, as most of our work is texts and maps. */
const YARD_STEPS = 300_000;
const YARD_KEYS = 5_000;

type Call = (i: number) => Promise<unknown>;

/**
 * CPU of the server and its database for each of ten requests, in units of a fixed piece of work in the same run, so
 * that figures of different machines and days can be compared; the numbers of steps, which are exact; and what the main
 * thread allocates in V8's heap. Then finds per second of several connections.
 */
export async function benchGate(resources: number): Promise<void> {
  heading(`gate: ${resources} resources, ${resources * PARAGRAPHS_EACH} paragraphs, one connection, embedder lexical`);
  const folder = await mkdtemp(join(tmpdir(), 'gate-'));
  const socket = join(folder, 'allocations');
  const lectern = await Standalone.start({ env: { EMBEDDER: 'lexical', ...countingAllocations(socket) } });
  const row = rowOf({ lectern, socket });
  try {
    const kb = await new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` }).createKnowledgeBox();
    await fill(kb, resources * PARAGRAPHS_EACH, PARAGRAPHS_EACH);
    await sleep(PAUSE_MS);
    for (const [name, call] of operationsOf(kb, await someResource(kb))) await row(name, { call, calls: CALLS });
    await crowd('finds by words', findsOf(kb, ['keyword']));
    await crowd('finds, hybrid', findsOf(kb, ['keyword', 'semantic']));
    await row('create, while creating', { call: creationIn(kb), calls: CREATIONS });
    await sleep(SETTLING_MS);
    await row('create, settled', { call: creationIn(kb), calls: CREATIONS, settlingMs: SETTLING_MS });
  } finally {
    await lectern.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function* operationsOf(kb: KnowledgeBoxClient, rid: string): Generator<readonly [name: string, call: Call]> {
  const queryOf = queriesOf();
  yield ['find by words', findsOf(kb, ['keyword'])];
  yield ['find, hybrid', findsOf(kb, ['keyword', 'semantic'])];
  yield ['search', (i) => kb.api(searchKnowledgeBox, { body: { query: queryOf(i), top_k: TOP_K } })];
  yield ['ask, built-in reader', (i) => kb.ask({ query: `What is ${queryOf(i)}?` })];
  yield ['get', () => kb.api(getResource, { params: { rid } })];
  yield ['suggest', (i) => kb.api(suggest, { body: { query: queryOf(i).slice(0, 3 + (i % 8)) } })];
  yield ['catalog', () => kb.api(listCatalog, { body: {} })];
  yield ['catalog with facets', () => kb.api(listCatalog, { body: { faceted: FACETS } })];
}

/** Distinct ones. */
function queriesOf(): (i: number) => string {
  const text = new SyntheticText(11);
  const queries = Array.from({ length: WARM_UP + CALLS }, () => text.query());
  return (i) => queries[i % queries.length] ?? '';
}

function findsOf(kb: KnowledgeBoxClient, features: readonly string[]): Call {
  const queryOf = queriesOf();
  return (i) => kb.find({ query: queryOf(i), features, top_k: TOP_K });
}

/** Prints how many requests end per second when several clients make them without a pause. */
async function crowd(name: string, call: Call): Promise<void> {
  const startedMs = performance.now();
  await inParallel(
    Array.from({ length: CALLS }, (_, i) => i),
    CONNECTIONS,
    call,
  );
  line(`${name}, ${CONNECTIONS} connections`, `${((CALLS * 1_000) / (performance.now() - startedMs)).toFixed(1)} /s`);
}

interface Measured {
  readonly call: Call;
  readonly calls: number;
  /** What the calls have set going ends by then. */
  readonly settlingMs?: number;
}

interface Watched {
  readonly lectern: Standalone;
  /** Where it says what it allocated. */
  readonly socket: string;
}

function rowOf(watched: Watched): (name: string, measured: Measured) => Promise<void> {
  return async (name, { call, calls, settlingMs = 0 }) => {
    for (let i = 0; i < WARM_UP; i += 1) await call(i);
    await sleep(settlingMs);
    const yardBefore = yardMs();
    const before = await at(watched);
    for (let i = 0; i < calls; i += 1) await call(WARM_UP + i);
    await sleep(settlingMs);
    const after = await at(watched);
    const yard = (yardBefore + yardMs()) / 2;
    const cpu = (after.cpuMs - before.cpuMs) / calls;
    const allocatedMb = (after.allocatedBytes - before.allocatedBytes) / calls / 2 ** 20;
    const { statements, indexCalls, busCalls, clones, clonedBytes } = stepsBetween(before.steps, after.steps, calls);
    line(
      name,
      ...[`${cpu.toFixed(1)} ms`, `${(cpu / yard).toFixed(3)} yards`, `${statements.toFixed(2)} statements`],
      ...[`${indexCalls.toFixed(2)} index calls`, `${busCalls.toFixed(2)} bus calls`],
      ...[`${clones.toFixed(2)} clones of ${clonedBytes.toFixed(0)} bytes`, `${allocatedMb.toFixed(2)} MiB allocated`],
    );
  };
}

interface Moment {
  readonly cpuMs: number;
  readonly steps: StepCounts;
  readonly allocatedBytes: number;
}

async function at({ lectern: { origin, app }, socket }: Watched): Promise<Moment> {
  const steps = await stepsOf(origin);
  return { cpuMs: cpuOfTreeMs(app.pid), steps, allocatedBytes: await allocatedBytesAt(socket) };
}

/** What a caller sees of it is small and has been processed. */
async function someResource(kb: KnowledgeBoxClient): Promise<string> {
  return kb.createResource(
    { title: 'The lighthouse', texts: { body: { body: 'It was built in 1874.' } } },
    { wait: 'searchable' },
  );
}

function creationIn(kb: KnowledgeBoxClient): Call {
  const text = new SyntheticText(13);
  return (i) => kb.createResource({ title: `Created ${i}`, texts: { body: { body: text.paragraph() } } });
}

/** CPU of the fixed piece of work. */
function yardMs(): number {
  const started = process.cpuUsage();
  const times = new Map<string, number>();
  for (let i = 0; i < YARD_STEPS; i += 1) {
    const key = `key ${i % YARD_KEYS}`;
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}
