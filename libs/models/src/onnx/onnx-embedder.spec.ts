import { describeUnless } from '@lectern/testing';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cosine, embedderContract } from '../embedder.contract';
import { catalogue } from '../store/catalogue';
import { defaultModelsFolder, ModelStore } from '../store/model-store';
import { OnnxEmbedder } from './onnx-embedder';

const folder = defaultModelsFolder();
const manifest = catalogue.find(({ id }) => id === 'minilm-l6');
const weights = join(folder, 'minilm-l6', manifest?.weights ?? '');
const missing = existsSync(weights) ? undefined : 'no weights: run `node tools/models.mjs`';

const create = (from = folder) => {
  if (!manifest) throw new Error('minilm-l6 is not in the catalogue');
  return new OnnxEmbedder({ store: new ModelStore(from), manifest, workers: 1, threads: 1 });
};

describeUnless(missing, 'OnnxEmbedder with minilm-l6', () => {
  embedderContract(async () => create());

  it('knows meanings', async () => {
    const embedder = create();
    const [question] = await embedder.embed(['How do I repair my automobile?'], 'query');
    const [alike, other] = await embedder.embed(['Fixing a car yourself.', 'Growing tomatoes yourself.'], 'passage');
    expect(cosine(question, alike)).toBeGreaterThan(cosine(question, other) + 0.2);
    await embedder.close();
  });

  it('reads tokens of its own tokenizer, and no others', async () => {
    const embedder = create();
    // "the moon pulls the sea", with and without the tokens around a text.
    const own = [1996, 4231, 8005, 1996, 2712];
    expect(await embedder.textOf(own)).toBe('the moon pulls the sea');
    expect(await embedder.textOf([101, ...own, 102])).toBe('the moon pulls the sea');
    // The same text in the vocabulary of a hosted model, and ids that are in no vocabulary.
    for (const other of [[1820, 18266, 34145, 279, 9581], [40_000_000], [791, 18266]])
      expect(await embedder.textOf(other)).toBeUndefined();
    await embedder.close();
  });

  it('lets a query overtake passages', async () => {
    const embedder = create();
    let passagesDone = false;
    const passages = embedder
      .embed(Array<string>(20).fill('The moon pulls the sea. '.repeat(30)), 'passage')
      .then(() => (passagesDone = true));
    await embedder.embed(['moon'], 'query');
    expect(passagesDone).toBe(false);
    await passages;
    await embedder.close();
  });

  it('takes nothing more when it is closed, also twice', async () => {
    const embedder = create();
    await embedder.embed(['moon'], 'query');
    await embedder.close();
    await embedder.close();
    await expect(embedder.embed(['sea'], 'passage')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('does not run weights that are not what the catalogue names', async () => {
    const copy = await mkdtemp(join(tmpdir(), 'models-'));
    await cp(join(folder, 'minilm-l6'), join(copy, 'minilm-l6'), { recursive: true });
    await writeFile(join(copy, 'minilm-l6', 'tokenizer.json'), '{}');
    const embedder = create(copy);
    const failure = { code: 'unavailable', message: expect.stringContaining('tokenizer.json') };
    await expect(embedder.embed(['moon'], 'passage')).rejects.toMatchObject(failure);
    await embedder.close();
    await rm(copy, { recursive: true });
  });
});
