import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Embedders } from '../embedders';
import { catalogue } from './catalogue';
import { ModelStore } from './model-store';

const weights = 'weights of a model';
const sha256 = createHash('sha256').update(weights).digest('hex');
const manifest = {
  id: 'own-model',
  name: 'Own model',
  task: 'embedding',
  licence: 'MIT',
  languages: ['de'],
  dimensions: 8,
  tokensMax: 128,
  pooling: 'cls',
  weights: 'onnx/model.onnx',
  files: [{ path: 'onnx/model.onnx', accepted: [{ sha256, sizeBytes: weights.length }] }],
};

describe('ModelStore', () => {
  let folder: string;
  let store: ModelStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'models-'));
    store = new ModelStore(folder);
    await bring(manifest);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const place = (id: string, path: string) => join(folder, id, path);
  async function bring(brought: object, id = 'own-model') {
    await mkdir(place(id, 'onnx'), { recursive: true });
    await writeFile(place(id, 'onnx/model.onnx'), weights);
    await writeFile(place(id, 'lectern-model.json'), JSON.stringify(brought));
  }

  it('finds a model that an operator brought, with what its manifest leaves out filled in', async () => {
    const { manifest: found, folder: at } = await store.get('own-model');
    expect(found).toMatchObject({ id: 'own-model', pooling: 'cls', queryPrefix: '', fusionWeight: 0.5 });
    expect(at).toBe(join(folder, 'own-model'));
    expect((await store.list()).map((model) => model.manifest.id)).toEqual(['own-model']);
  });

  it('refuses a file that changed, also after it was right once', async () => {
    await store.get('own-model');
    await writeFile(place('own-model', 'onnx/model.onnx'), 'WEIGHTS of a model');
    await expect(store.get('own-model')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('onnx/model.onnx'),
    });
  });

  it('hashes every file once in a process, however long it has not changed', async () => {
    const file = place('own-model', 'onnx/model.onnx');
    await utimes(file, 1, 1);
    await store.get('own-model');
    await writeFile(file, 'WEIGHTS of a model');
    await utimes(file, 1, 1);
    await expect(store.get('own-model')).resolves.toBeDefined();
    await expect(new ModelStore(folder).get('own-model')).rejects.toThrow('its checksum differs');
  });

  it('says of a file that was cut off what is wrong and what to do, and goes on without the model', async () => {
    await truncate(place('own-model', 'onnx/model.onnx'), 5);
    const message =
      'The file onnx/model.onnx of the model own-model is damaged or foreign: it has 5 bytes instead of 18; ' +
      'put the right file in its place and start again';
    await expect(store.get('own-model')).rejects.toMatchObject({ code: 'unavailable', message });
    expect([await store.findUsable('own-model'), store.faults]).toEqual([undefined, [message]]);
    const options = { store, workers: 1, threads: 1 };
    for (const preferred of [undefined, 'own-model']) {
      const embedders = await Embedders.open({ ...options, preferred });
      expect([embedders.defaultId, embedders.list().map(({ id }) => id)]).toEqual(['lexical', ['lexical']]);
      await embedders.close();
    }
    await writeFile(place('own-model', 'onnx/model.onnx'), weights);
    await store.get('own-model');
    expect(store.faults).toEqual([]);
  });

  it('says what is missing of a model that is used, as soon as it is gone and until it is back', async () => {
    await store.get('own-model');
    expect(await store.look()).toEqual([]);
    await rm(place('own-model', 'onnx/model.onnx'));
    expect(await store.look()).toEqual([
      'The file onnx/model.onnx of the model own-model is missing; put the right file in its place and start again',
    ]);
    await writeFile(place('own-model', 'onnx/model.onnx'), weights);
    expect(await store.look()).toEqual([]);
    await rm(place('own-model', ''), { recursive: true });
    expect(await store.look()).toEqual([expect.stringMatching(/^The model own-model is missing; /)]);
  });

  it('says at a start which models lack files', async () => {
    await rm(place('own-model', 'onnx/model.onnx'));
    const embedders = await Embedders.open({ store, workers: 1, threads: 1 });
    expect(store.faults).toEqual([
      expect.stringMatching(/^The file onnx\/model.onnx of the model own-model is missing/),
    ]);
    await embedders.close();
  });

  it('leaves out what lacks files, reaches out of its folder, or is named unlike its folder', async () => {
    await rm(place('own-model', 'onnx/model.onnx'));
    const reaching = { ...manifest, id: 'reaching', weights: '../x', files: [{ ...manifest.files[0], path: '../x' }] };
    await bring(reaching, 'reaching');
    await bring(manifest, 'renamed');
    await bring({ ...manifest, id: 'faulty', dimensions: -1 }, 'faulty');
    await expect(store.list()).resolves.toEqual([]);
    await expect(store.get('own-model')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is empty where there is no folder', async () => {
    await expect(new ModelStore(join(folder, 'none')).list()).resolves.toEqual([]);
  });
});

describe('catalogue', () => {
  it('names every model once, with a licence, languages and hashes of all files', () => {
    expect(catalogue.map(({ id }) => id)).toContain('minilm-l6');
    expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
    for (const { licence, languages, files } of catalogue) {
      expect(licence).not.toBe('');
      expect(languages).not.toEqual([]);
      expect(files.every(({ accepted }) => accepted.length > 0)).toBe(true);
    }
  });
});
