import { getResource } from '@lectern/contracts/knowledge-box';
import { describeUnless } from '@lectern/testing';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { bearer } from '../harness/credentials';
import { runningModes } from '../harness/modes';
import { Standalone } from '../harness/standalone';
import { stepsBetween, type StepCounts, stepsOf } from '../harness/steps';

const standalone = runningModes().includes('standalone') ? undefined : 'E2E_MODES leaves standalone out';
const RESOURCES = 40;
const REQUESTS = 60;
const EACH = 11;
/** Work that is due is looked for all the time, which takes a few statements of its own. */
const IDLE = 0.9;

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

  /** Of each request, when it has been made before. */
  async function stepsWhile(request: (i: number) => Promise<unknown>): Promise<StepCounts> {
    for (let i = 0; i < REQUESTS; i += 1) await request(i);
    const before = await stepsOf(deployment.origin);
    for (let i = 0; i < REQUESTS; i += 1) await request(i);
    return stepsBetween(before, await stepsOf(deployment.origin), REQUESTS);
  }

  it('are one statement for a resource', async () => {
    const steps = await stepsWhile((i) => kb.api(getResource, { params: { rid: rids[i % RESOURCES] ?? '' } }));
    expect(steps.statements).toBeGreaterThanOrEqual(1);
    expect(steps.statements).toBeLessThan(1 + IDLE);
    expect(steps.indexCalls).toBe(0);
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
    ])('are at most $indexCalls for finds $name that nobody made before', async ({ features, indexCalls }) => {
      const find = (i: number) => large.find({ query: `lighthouse ${placeOf(i)}`, features, top_k: 20 });
      const first = features.length * 2 * REQUESTS;
      const before = await stepsOf(deployment.origin);
      for (let i = 0; i < REQUESTS; i += 1) expect((await find(first + i)).total).toBeGreaterThan(RESOURCES);
      const steps = stepsBetween(before, await stepsOf(deployment.origin), REQUESTS);
      expect(steps.indexCalls).toBeLessThanOrEqual(indexCalls);
    });
  });
});

/** A word of its own for each number, which is no code. */
function placeOf(number: number): string {
  const syllables = Array.from({ length: 3 }, (_, i) => Math.floor(number / 10 ** i) % 10);
  return syllables.map((digit) => `${'bdfgklmnrt'[digit]}${'aeiou'[digit % 5]}`).join('') + 'sk';
}
