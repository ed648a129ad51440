import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fusionWeightFor } from './embedder';
import { Embedders } from './embedders';
import { catalogue } from './store/catalogue';
import { ModelStore } from './store/model-store';

describe('Embedders', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'models-'))));
  afterEach(() => rm(folder, { recursive: true }));

  const open = (preferred?: string) =>
    Embedders.open({ store: new ModelStore(folder), preferred, workers: 1, threads: 1 });

  /** Files of the right names are enough to be listed; they are checked when they are run. */
  async function bringMiniLm() {
    for (const { path } of catalogue.find(({ id }) => id === 'minilm-l6')?.files ?? []) {
      await mkdir(join(folder, 'minilm-l6', path, '..'), { recursive: true });
      await writeFile(join(folder, 'minilm-l6', path), '');
    }
  }

  it('falls back to the lexical embedder where there are no weights', async () => {
    const embedders = await open();
    expect(embedders.default.description.id).toBe('lexical');
    expect(embedders.list().map(({ id }) => id)).toEqual(['lexical']);
    expect(() => embedders.get('minilm-l6')).toThrow('not available');
  });

  it('prefers the model with weights where they are, and what is asked for to both', async () => {
    await bringMiniLm();
    expect((await open()).defaultId).toBe('minilm-l6');
    expect((await open('lexical')).defaultId).toBe('lexical');
    await expect(open('none')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('weighs a model down where it does not speak the language of the query', async () => {
    await bringMiniLm();
    const embedders = await open();
    const weight = (id: string, language?: string) => fusionWeightFor(embedders.get(id).description, language);
    expect([weight('minilm-l6', 'en'), weight('minilm-l6', 'zh'), weight('minilm-l6')]).toEqual([0.5, 0.3, 0.3]);
    expect([weight('lexical', 'en'), weight('lexical', 'zh')]).toEqual([0.1, 0.1]);
  });
});
