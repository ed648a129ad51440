import { Embedders, Generators, ModelStore, Rerankers } from '@lectern/models';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredConfiguration } from '../configuration/configuration-rows';
import { configurationsOf, embeddingModelsOf, generativeModelsOf } from '../configuration/configurations.fixture';
import { followedPrompt } from './followed-prompt';
import { Writer } from './generator.fixture';
import { PredictionModels } from './prediction-models';
import { rerankedContext } from './reranked-context';

const { signal } = new AbortController();
const nobody = {};
const box = { kbid: 'box', account: 'account' };

describe('the models of a prediction', () => {
  let models: PredictionModels;
  let stored: StoredConfiguration | undefined;

  beforeAll(async () => {
    const store = new ModelStore(await mkdtemp(join(tmpdir(), 'models-')));
    const [embedders, rerankers] = await Promise.all([
      Embedders.open({ store, workers: 1, threads: 1 }),
      Rerankers.open('lexical', { store, workers: 1, threads: 1 }),
    ]);
    const generators = new Generators([new Writer(String)], 'writer');
    const configurations = configurationsOf([embedders, generators, rerankers], () => stored);
    models = new PredictionModels(
      embeddingModelsOf(embedders),
      generators,
      rerankers,
      generativeModelsOf(generators),
      configurations,
    );
  });

  it('are those of the deployment when none is named', async () => {
    for (const names of [undefined, null, [], ['', null]]) {
      const [embedder, ...others] = await models.embeddersFor(names, box);
      expect([embedder?.description.id, others]).toEqual(['lexical', []]);
    }
    expect(await models.generatorFor([undefined, '', null], nobody)).toMatchObject({ id: 'writer' });
  });

  it('are those that the box has chosen, when it is for one and names none', async () => {
    stored = { choices: { semantic_models: ['lexical'], generative_model: 'gone', summary: 'extended' }, keys: {} };
    expect((await models.embedderFor(null, box)).description.id).toBe('lexical');
    await expect(models.generatorFor([null], box)).rejects.toMatchObject({
      message: 'Unknown generative model gone; this deployment has writer',
    });
    expect(await models.generatorFor(['writer'], box)).toMatchObject({ id: 'writer' });
    const { named, chosen } = await models.summarizerFor(['writer'], box);
    expect([named.id, chosen.summary, named.apiKey]).toEqual(['writer', 'extended', undefined]);
    expect(await models.generatorFor([null], nobody)).toMatchObject({ id: 'writer' });
    stored = undefined;
  });

  it('are the first ones named, once each', async () => {
    expect(await models.embeddersFor(['lexical', 'lexical'])).toHaveLength(1);
    expect(await models.generatorFor([null, 'writer'], nobody)).toMatchObject({ id: 'writer' });
  });

  it('are refused when the deployment does not have them', async () => {
    const refusal = { code: 'invalid_request', message: 'Unknown generative model other; this deployment has writer' };
    await expect(models.generatorFor(['other'], nobody)).rejects.toMatchObject(refusal);
    await expect(models.embedderFor('other')).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('follow prompts or refuse them', () => {
    const { named } = new Writer(String);
    expect([followedPrompt('Do it', named), followedPrompt('', named)]).toEqual(['Do it', undefined]);
  });

  it('order texts by meaning when the reranker only corrects an order', async () => {
    const [reranker, embedder] = await Promise.all([models.rerankerFor(), models.embedderFor(undefined)]);
    const texts = ['Harbours are cold.', 'The moon pulls the sea.', ''];
    const { scores, tokens } = await rerankedContext('What pulls the sea?', texts, { reranker, embedder, signal });
    expect(scores.indexOf(Math.max(...scores))).toBe(1);
    expect([scores.length, tokens]).toEqual([3, 7 + 6 + 8]);
    expect(await rerankedContext('a', [], { reranker, embedder, signal })).toEqual({ scores: [], tokens: 0 });
  });
});
