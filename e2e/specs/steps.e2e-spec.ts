import { getResource, listCatalog } from '@lectern/contracts/knowledge-box';
import { suggest } from '@lectern/contracts/search';
import { describeUnless } from '@lectern/testing';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { bearer } from '../harness/credentials';
import { runningModes } from '../harness/modes';
import { Standalone } from '../harness/standalone';
import { stepsBetween, type StepCounts, stepsOf } from '../harness/steps';

const standalone = runningModes().includes('standalone') ? undefined : 'E2E_MODES leaves standalone out';
const RESOURCES = 40;
const REQUESTS = 60;
/** A request takes so long on a quiet machine. */
const QUICK_MS = 20;
const IDLE = 0.5;
/**
 * Work that is due is looked for all the time, and what services know of a box is read again each second: on a machine
 * with other work, a request takes long enough for some of that.
 */
const STATEMENTS_PER_S = 12;
const INDEX_CALLS_PER_S = 2;

/**
 * A request costs as much as its steps: none of them is expensive. A number that rises here is a regression; one that
 * falls is to be lowered here.
 */
describeUnless(standalone, 'the steps of a request', () => {
  let deployment: Standalone;
  let kb: KnowledgeBoxClient;
  let rids: string[];

  beforeAll(async () => {
    deployment = await Standalone.start({ env: { EMBEDDER: 'lexical' } });
    kb = await new Client(deployment.origin, bearer(deployment.token)).createKnowledgeBox();
    rids = [];
    for (let i = 0; i < RESOURCES; i += 1) {
      const body = `The lighthouse number ${i} stands on the cliff.\n\nIts lamp is seen for ${i + 3} miles.`;
      rids.push(await kb.createResource({ title: `Lighthouse ${i}`, texts: { body: { body } } }));
    }
    for (const rid of rids) await kb.untilEmbedded(rid);
  }, 120_000);
  afterAll(() => deployment?.stop());

  /** Of each request, when it has been made before, without what its time alone explains. */
  async function stepsWhile(request: (i: number) => Promise<unknown>): Promise<StepCounts> {
    for (let i = 0; i < REQUESTS; i += 1) await request(i);
    const before = await stepsOf(deployment.origin);
    const startedMs = performance.now();
    for (let i = 0; i < REQUESTS; i += 1) await request(i);
    const steps = stepsBetween(before, await stepsOf(deployment.origin), REQUESTS);
    const seconds = Math.max(0, performance.now() - startedMs - QUICK_MS * REQUESTS) / 1_000 / REQUESTS;
    return {
      ...steps,
      statements: steps.statements - Math.min(STATEMENTS_PER_S * seconds, steps.statements - 1),
      indexCalls: steps.indexCalls - Math.min(INDEX_CALLS_PER_S * seconds, Math.max(0, steps.indexCalls - 1)),
    };
  }

  it('are one statement for a resource', async () => {
    const steps = await stepsWhile((i) => kb.api(getResource, { params: { rid: rids[i % RESOURCES] ?? '' } }));
    expect(steps.statements).toBeGreaterThanOrEqual(1);
    expect(steps.statements).toBeLessThan(1 + IDLE);
    expect(steps.indexCalls).toBe(0);
  });

  it.each([{ name: 'alone' }, { name: 'with facets', faceted: ['/l', '/t', '/n/i'] }])(
    'are two statements for a page of the catalog, $name',
    async ({ faceted = [] }) => {
      const steps = await stepsWhile(() => kb.api(listCatalog, { body: { faceted } }));
      expect(steps.statements).toBeGreaterThanOrEqual(1);
      expect(steps.statements).toBeLessThan(2 + IDLE);
      expect(steps.indexCalls).toBe(0);
    },
  );

  it.each([
    { name: 'that begin so', query: (i: number) => 'lighthouse number stands'.slice(0, 4 + (i % 20)), indexCalls: 1 },
    { name: 'with a letter wrong', query: (i: number) => `cliqf lihgt${'abcdefgh'[i % 8]}`, indexCalls: 2 },
  ])('are two statements and at most $indexCalls operations of the indexes for suggestions $name', async (one) => {
    const steps = await stepsWhile((i) => kb.api(suggest, { body: { query: one.query(i) } }));
    expect(steps.statements).toBeGreaterThanOrEqual(1);
    expect(steps.statements).toBeLessThan(2 + IDLE);
    expect(steps.indexCalls).toBeGreaterThanOrEqual(1);
    expect(steps.indexCalls).toBeLessThan(one.indexCalls + IDLE);
  });

  it.each([
    { name: 'by words', features: ['keyword'], indexCalls: 2 },
    { name: 'by words and meaning', features: ['keyword', 'semantic'], indexCalls: 3 },
  ])('are at most $indexCalls operations of the indexes for a find $name', async ({ features, indexCalls }) => {
    const query = (i: number) => `lighthouse ${i % RESOURCES} lamp`;
    const steps = await stepsWhile((i) => kb.find({ query: query(i), features, top_k: 20 }));
    expect(steps.indexCalls).toBeGreaterThanOrEqual(1);
    expect(steps.indexCalls).toBeLessThanOrEqual(indexCalls);
    expect(steps.statements).toBeLessThanOrEqual(2 + IDLE);
  });
});
