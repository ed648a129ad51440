import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeUnless } from '@lectern/testing';
import { Embedders } from './embedders';
import { catalogue } from './store/catalogue';
import { defaultModelsFolder, ModelStore } from './store/model-store';

const files = catalogue.find(({ id }) => id === 'minilm-l6')?.files ?? [];
const weightsOf = (id: string) => join(defaultModelsFolder(), id, 'onnx', 'model_quantized.onnx');
const isThere = ['bge-small-en', 'minilm-l6'].every((id) => existsSync(weightsOf(id)));

const open = (store: ModelStore, preferred?: string) => Embedders.open({ store, preferred, workers: 1, threads: 1 });

describe('Embedders', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'models-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('fall back to the lexical embedder where there are no weights', async () => {
    const embedders = await open(new ModelStore(folder));
    expect(embedders.default.description.id).toBe('lexical');
    expect(embedders.list().map(({ id }) => id)).toEqual(['lexical']);
    expect(() => embedders.get('minilm-l6')).toThrow('not available');
  });

  it('say what is missing when a setting names a model of the catalogue that is not installed, and go on', async () => {
    const store = new ModelStore(folder);
    expect((await open(store, 'minilm-l6')).defaultId).toBe('lexical');
    expect(await store.look()).toEqual([
      'The model minilm-l6 is missing; run "lectern models add minilm-l6" and start again',
    ]);
    const [{ path: first } = { path: '' }] = files;
    await mkdir(join(folder, 'minilm-l6', first, '..'), { recursive: true });
    await writeFile(join(folder, 'minilm-l6', first), '');
    expect((await open(store, 'minilm-l6')).defaultId).toBe('lexical');
    expect(await store.look()).toEqual([expect.stringMatching(/^The file \S+ of the model minilm-l6 is missing; run/)]);
    await expect(open(store, 'maxilm')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('leave out a model whose files were changed, even when a setting names it', async () => {
    for (const { path } of files) {
      await mkdir(join(folder, 'minilm-l6', path, '..'), { recursive: true });
      await writeFile(join(folder, 'minilm-l6', path), '');
    }
    const store = new ModelStore(folder);
    expect((await open(store)).list().map(({ id }) => id)).toEqual(['lexical']);
    expect((await open(store, 'minilm-l6')).defaultId).toBe('lexical');
    expect(store.faults).toEqual([
      expect.stringMatching(/of the model minilm-l6 is damaged .*"lectern models add minilm-l6"/),
    ]);
  });
});

describeUnless(isThere ? undefined : 'no weights: run `node tools/models.mjs`', 'Embedders with weights', () => {
  const store = new ModelStore(defaultModelsFolder());

  it('prefer the best model with weights, and what is requested to all', async () => {
    expect((await open(store)).defaultId).toBe('bge-small-en');
    expect((await open(store, 'minilm-l6')).defaultId).toBe('minilm-l6');
    expect((await open(store, 'lexical')).defaultId).toBe('lexical');
    await expect(open(store, 'none')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('fall back to the second model where the best has no weights', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'models-'));
    await cp(join(defaultModelsFolder(), 'minilm-l6'), join(folder, 'minilm-l6'), { recursive: true });
    expect((await open(new ModelStore(folder))).defaultId).toBe('minilm-l6');
    await rm(folder, { recursive: true });
  });
});
