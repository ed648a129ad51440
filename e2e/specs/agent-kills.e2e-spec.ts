import { setTimeout as sleep } from 'node:timers/promises';
import { startKnowledgeBoxTask } from '@lectern/contracts/understanding';
import { ScriptedProvider } from '@lectern/testing';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { inParallel } from '../harness/parallel';
import { printedSeed, seededRandom } from '../harness/seeded-random';
import { Standalone } from '../harness/standalone';

const LABELERS = 5;
const NOTES = 12;
const KILLS = 2;
const KILL_MS_MAX = 1_500;
const LABELLED_MS_MAX = 180_000;

inStandalone('kill -9 while agents label, %s', () => {
  const random = seededRandom(printedSeed('of the kills'));
  let provider: ScriptedProvider;
  let lectern: Standalone;
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    provider.answerWith(() => ({ pieces: ['{"labels":["science"]}'], delayMs: 20 }));
    const model = { GENERATOR: 'openai-compatible', OPENAI_BASE_URL: provider.baseUrl, OPENAI_API_KEY: 'key' };
    lectern = await Standalone.start({ env: { ...model, OPENAI_MODEL: 'scripted', EMBEDDER: 'lexical' } });
    kb = await new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` }).createKnowledgeBox();
  }, 120_000);
  afterAll(async () => {
    await lectern.stop();
    await provider.close();
  });

  it('loses no label: notes have all of them, and are found by all of them', async () => {
    for (let i = 0; i < LABELERS; i += 1) {
      const label = { ident: `set_${i}`, labels: [{ label: 'science' }] };
      const parameters = { name: `labeler-${i}`, on: 1 as const, operations: [{ label }] };
      await kb.api(startKnowledgeBoxTask, { body: { name: 'labeler', parameters } });
    }
    const texts = Array.from({ length: NOTES }, (_, i) => `The sea has tide number ${i}.`);
    await inParallel(texts, 4, async (body) => {
      await kb.createResource({ texts: { a: { body } } });
    });
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(random() * KILL_MS_MAX);
      await lectern.restart(async () => undefined);
    }
    const found = async (feature: string, i: number) => {
      const answer = await kb.client.send('POST', `${kb.path}/find`, {
        body: {
          query: feature === 'semantic' ? 'tide of the sea' : '',
          features: [feature],
          top_k: 100,
          min_score: { semantic: -1, bm25: 0 },
          filter_expression: { field: { prop: 'label', labelset: `set_${i}`, label: 'science' } },
        },
      });
      const said = JSON.stringify(answer.body);
      return texts.filter((text) => said.includes(text)).length;
    };
    for (const feature of ['keyword', 'semantic'])
      for (let i = 0; i < LABELERS; i += 1)
        await until(
          async () => ((await found(feature, i)) === NOTES ? true : undefined),
          `${feature} finds all notes by the label of agent ${i}`,
          LABELLED_MS_MAX,
        );
  }, 600_000);
});
