import { getResource, listCatalog } from '@lectern/contracts/knowledge-box';
import { suggest } from '@lectern/contracts/search';
import { describeUnless } from '@lectern/testing';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { bearer } from '../harness/credentials';
import { inDatabase } from '../harness/database';
import { allocatedBytesAt, countingAllocations } from '../harness/heap-allocations';
import { runningModes } from '../harness/modes';
import { Standalone } from '../harness/standalone';
import { stepsBetween, type StepCounts, stepsOf } from '../harness/steps';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const standalone = runningModes().includes('standalone') ? undefined : 'E2E_MODES leaves standalone out';
const RESOURCES = 40;
const REQUESTS = 60;
/** Of the embedder `lexical`, with what holds it. */
const VECTOR_BYTES_MAX = 4_200;
/** Paragraphs of a resource. */
const EACH = 11;
/** What is recorded is written once per second, however many requests there were. */
const recordsNothing = { ACTIVITY_DAYS: '0', ASK_TRACE_DAYS: '0', ANSWERS_SCORED: 'false' };
/** Statements that look for work that is due, and what is read again each second of a box, whatever a request takes. */
const BESIDE_PER_S = { statements: 15, indexCalls: 2 };
/** Until nothing is worth a look each second any more, and another look has seen it. */
const REST_MS = 40_000;
const WATCHED_S = 20;
const ROUNDS_MAX = 3;
const SETTLING_MS = 25_000;
/** Statements that nobody waits for, of all parts together: 7.7 before looks became rare at rest, and 3 after. */
const AT_REST_PER_S_MAX = 5;

/** What may come of the time that the requests took is apart. */
type StepsWithRest = StepCounts & { readonly beside: typeof BESIDE_PER_S };

/**
 * A request costs as much as its steps: none of them is expensive. A number that rises here is a regression; one that
 * falls is to be lowered here.
 */
describeUnless(standalone, 'the steps of a request', () => {
  let deployment: Standalone;
  /** Where the program says what its main thread has allocated. */
  let allocations: string;
  let kb: KnowledgeBoxClient;
  let rids: string[];

  beforeAll(async () => {
    allocations = join(await mkdtemp(join(tmpdir(), 'steps-')), 'allocations');
    const env = { EMBEDDER: 'lexical', ...recordsNothing, ...countingAllocations(allocations) };
    deployment = await Standalone.start({ env });
    kb = await new Client(deployment.origin, bearer(deployment.token)).createKnowledgeBox();
    rids = [];
    for (let i = 0; i < RESOURCES; i += 1) {
      const body = `The lighthouse number ${i} stands on the cliff.\n\nIts lamp is seen for ${i + 3} miles.`;
      rids.push(await kb.createResource({ title: `Lighthouse ${i}`, texts: { body: { body } } }));
    }
    for (const rid of rids) await kb.untilEmbedded(rid);
  }, 120_000);
  afterAll(async () => {
    await deployment?.stop();
    await rm(dirname(allocations), { recursive: true, force: true });
  });

  async function stepsOfEach(request: (i: number) => Promise<unknown>): Promise<StepsWithRest> {
    const before = await stepsOf(deployment.origin);
    const startedMs = performance.now();
    for (let i = 0; i < REQUESTS; i += 1) await request(i);
    const seconds = (performance.now() - startedMs) / 1_000;
    const steps = stepsBetween(before, await stepsOf(deployment.origin), REQUESTS);
    const within = (perSecond: number) => ((seconds + 1) * perSecond) / REQUESTS;
    const { statements, indexCalls } = BESIDE_PER_S;
    return { ...steps, beside: { statements: within(statements), indexCalls: within(indexCalls) } };
  }

  /** When it has been made before. */
  async function stepsWhile(request: (i: number) => Promise<unknown>): Promise<StepsWithRest> {
    for (let i = 0; i < REQUESTS; i += 1) await request(i);
    return stepsOfEach(request);
  }

  it('are one statement for a resource', async () => {
    const steps = await stepsWhile((i) => kb.api(getResource, { params: { rid: rids[i % RESOURCES] ?? '' } }));
    expect(steps.statements).toBeGreaterThanOrEqual(1);
    expect(steps.statements).toBeLessThanOrEqual(1 + steps.beside.statements);
    expect(steps.indexCalls).toBe(0);
    expect(steps.busCalls).toBeGreaterThanOrEqual(2);
    expect([steps.clones, steps.clonedBytes]).toEqual([0, 0]);
  });

  it.each([
    { name: 'by words', features: ['keyword'], indexCalls: 2, clones: 0 },
    // The vector of the query is copied: what it lies in can be changed.
    { name: 'by words and meaning', features: ['keyword', 'semantic'], indexCalls: 3, clones: 1 },
  ])('are at most $indexCalls operations of the indexes for a find $name', async ({ features, indexCalls, clones }) => {
    const query = (i: number) => `lighthouse ${i % RESOURCES} lamp`;
    const steps = await stepsWhile((i) => kb.find({ query: query(i), features, top_k: 20 }));
    expect(steps.indexCalls).toBeGreaterThanOrEqual(1);
    expect(steps.indexCalls).toBeLessThanOrEqual(indexCalls + steps.beside.indexCalls);
    expect(steps.statements).toBeLessThanOrEqual(2 + steps.beside.statements);
    expect(steps.clones).toBe(clones);
    expect(steps.clonedBytes).toBeLessThanOrEqual(clones * VECTOR_BYTES_MAX);
  });

  it('are for a question those of its find, and two that read how it is answered', async () => {
    const query = (i: number) => `How far is the lamp of lighthouse ${i % RESOURCES} seen?`;
    const steps = await stepsWhile((i) => kb.ask({ query: query(i) }));
    expect(steps.indexCalls).toBeGreaterThanOrEqual(1);
    expect(steps.indexCalls).toBeLessThanOrEqual(3 + steps.beside.indexCalls);
    expect(steps.statements).toBeLessThanOrEqual(2 + 2 + steps.beside.statements);
    expect(steps.clones).toBe(1);
  });

  it.each([{ name: 'alone' }, { name: 'with facets', faceted: ['/l', '/t', '/n/i'] }])(
    'are two statements for a page of the catalog, $name',
    async ({ faceted = [] }) => {
      const steps = await stepsWhile(() => kb.api(listCatalog, { body: { faceted } }));
      expect(steps.statements).toBeGreaterThanOrEqual(1);
      expect(steps.statements).toBeLessThanOrEqual(2 + steps.beside.statements);
      expect(steps.indexCalls).toBe(0);
      expect(steps.clones).toBe(0);
    },
  );

  it.each([
    { name: 'that begin so', query: (i: number) => 'lighthouse number stands'.slice(0, 4 + (i % 20)), indexCalls: 1 },
    { name: 'with a letter wrong', query: (i: number) => `cliqf lihgt${'abcdefgh'[i % 8]}`, indexCalls: 2 },
  ])('are two statements and at most $indexCalls operations of the indexes for suggestions $name', async (one) => {
    const steps = await stepsWhile((i) => kb.api(suggest, { body: { query: one.query(i) } }));
    expect(steps.statements).toBeGreaterThanOrEqual(1);
    expect(steps.statements).toBeLessThanOrEqual(2 + steps.beside.statements);
    expect(steps.indexCalls).toBeGreaterThanOrEqual(1);
    expect(steps.indexCalls).toBeLessThanOrEqual(one.indexCalls + steps.beside.indexCalls);
  });

  // Warm, they allocate about two thirds of these bounds. Compilation and whatever runs beside them allocate, too.
  it.each<{ name: string; kib: number; request: (i: number) => Promise<unknown> }>([
    {
      name: 'a resource',
      kib: 200,
      request: (i) => kb.api(getResource, { params: { rid: rids[i % RESOURCES] ?? '' } }),
    },
    { name: 'a find by words', kib: 2_300, request: (i) => kb.find({ query: lamp(i), features: ['keyword'] }) },
    {
      name: 'a hybrid find',
      kib: 2_900,
      request: (i) => kb.find({ query: lamp(i), features: ['keyword', 'semantic'] }),
    },
    { name: 'a question', kib: 4_400, request: (i) => kb.ask({ query: `How far is the ${lamp(i)} seen?` }) },
    { name: 'a page of the catalog', kib: 1_050, request: () => kb.api(listCatalog, { body: {} }) },
    { name: 'suggestions', kib: 650, request: (i) => kb.api(suggest, { body: { query: `lighthouse nu${i % 9}` } }) },
  ])('allocate at most $kib KiB in the heap for $name', async ({ kib, request }) => {
    let least = Infinity;
    for (let round = 1; round <= ROUNDS_MAX && least > kib; round += 1) {
      const before = await allocatedBytesAt(allocations);
      for (let i = 0; i < REQUESTS; i += 1) await request(i);
      least = Math.min(least, ((await allocatedBytesAt(allocations)) - before) / REQUESTS / 1_024);
    }
    expect(least).toBeGreaterThan(1);
    expect(least).toBeLessThanOrEqual(kib);
  });

  describe('in a box of which a find reads a part only', () => {
    let large: KnowledgeBoxClient;

    beforeAll(async () => {
      large = await new Client(deployment.origin, bearer(deployment.token)).createKnowledgeBox();
      const ids: string[] = [];
      for (let i = 0; i < RESOURCES; i += 1) {
        const paragraphs = Array.from({ length: EACH }, (_, j) => {
          const place = placeOf(i * EACH + j);
          // Those of half the resources are as long as each other, so that many are equal.
          return `The lighthouse stands by ${place}, seen ${placeOf(500 + i).repeat(i % 2)} ${'far '.repeat((i % 2) * j)}`;
        });
        const texts = { body: { body: paragraphs.join('\n\n'), format: 'PLAIN_BLANKLINE_SPLIT' as const } };
        ids.push(await large.createResource({ title: `Coast ${i}`, texts }));
      }
      for (const rid of ids) await large.untilEmbedded(rid);
    }, 120_000);

    it.each([
      { name: 'by words', features: ['keyword'], indexCalls: 2 },
      { name: 'by words and meaning', features: ['keyword', 'semantic'], indexCalls: 3 },
    ])(
      'are at most $indexCalls for finds $name that nobody made before',
      async ({ features, indexCalls }) => {
        const find = (i: number) => large.find({ query: `lighthouse ${placeOf(i)}`, features, top_k: 20 });
        for (let round = 1; ; round += 1) {
          const first = ((features.length - 1) * ROUNDS_MAX + round) * REQUESTS;
          const steps = await stepsOfEach(async (i) =>
            expect((await find(first + i)).total).toBeGreaterThan(RESOURCES),
          );
          // What was written may still be settling in the indexes.
          const atMost = indexCalls + steps.beside.indexCalls;
          if (steps.indexCalls > atMost && round < ROUNDS_MAX) await sleep(SETTLING_MS);
          else return expect(steps.indexCalls).toBeLessThanOrEqual(atMost);
        }
      },
      180_000,
    );
  });

  it('are few while nothing happens, and as before when something does', async () => {
    await sleep(REST_MS);
    const perSecond = (await statementsWithin(WATCHED_S, deployment.folder)) / WATCHED_S;
    expect(perSecond).toBeGreaterThan(0);
    expect(perSecond).toBeLessThan(AT_REST_PER_S_MAX);
    await kb.createResource({ texts: { a: { body: 'The lamp is lit again.' } } }, { wait: 'embedded' });
  }, 120_000);
});

/** Statements that the server received in that time, from any client. */
async function statementsWithin(seconds: number, folder: string): Promise<number> {
  const log = join(folder, 'postgres', 'server.log');
  await inDatabase(folder, async (client) => {
    await client.query('alter system set log_min_duration_statement = 0');
    await client.query('select pg_reload_conf()');
  });
  const before = (await readFile(log)).length;
  await sleep(seconds * 1_000);
  const lines = (await readFile(log)).subarray(before).toString();
  return [...lines.matchAll(/ ms {2}(?:execute|statement)\b/g)].length;
}

const lamp = (i: number) => `lighthouse ${i % RESOURCES} lamp`;

/** A word of its own for each number, which is no code. */
function placeOf(number: number): string {
  const syllables = Array.from({ length: 3 }, (_, i) => Math.floor(number / 10 ** i) % 10);
  return syllables.map((digit) => `${'bdfgklmnrt'[digit]}${'aeiou'[digit % 5]}`).join('') + 'sk';
}
