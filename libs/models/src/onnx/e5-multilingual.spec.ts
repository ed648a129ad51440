import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeUnless } from '@lectern/testing';
import { cosine, embedderContract } from '../embedder.contract';
import { catalogue } from '../store/catalogue';
import { defaultModelsFolder, ModelStore } from '../store/model-store';
import { readings, references } from './e5-multilingual.fixture';
import { OnnxEmbedder } from './onnx-embedder';
import { isUnigramDefinition } from './unigram-definition';
import { UnigramTokenizer } from './unigram-tokenizer';

const ID = 'e5-multilingual';
const folder = defaultModelsFolder();
const manifest = catalogue.find(({ id }) => id === ID);
const weights = join(folder, ID, manifest?.weights ?? '');
const missing = existsSync(weights) ? undefined : 'no weights: run `node tools/run.mjs converted-models`';

const create = () => {
  if (!manifest) throw new Error(`${ID} is not in the catalogue`);
  return new OnnxEmbedder({ store: new ModelStore(folder), manifest, workers: 1, threads: 1 });
};

describeUnless(missing, 'OnnxEmbedder with e5-multilingual', () => {
  embedderContract(async () => create());

  it('reads the pieces that SentencePiece reads, in 20 languages', () => {
    const definition: object = JSON.parse(readFileSync(join(folder, ID, 'tokenizer.json'), 'utf8'));
    if (!isUnigramDefinition(definition)) throw new Error('tokenizer.json is another one');
    const tokenizer = new UnigramTokenizer(definition);
    const read = readings.map(([text]) => [text, tokenizer.encode(`query: ${text}`).slice(1, -1)]);
    expect(read).toEqual(readings);
  });

  it('gives the vectors of the engine that its weights are packed for', async () => {
    const embedder = create();
    const near: number[] = [];
    for (const [purpose, text, expected] of references) {
      const [vector] = await embedder.embed([text], purpose);
      near.push(cosine(vector, unit(new Int8Array(Buffer.from(expected, 'base64')))));
    }
    expect(Math.min(...near)).toBeGreaterThan(0.99);
    await embedder.close();
  });

  it('finds an answer in each language nearer than a text about something else', async () => {
    const embedder = create();
    const [question] = await embedder.embed([references[0]?.[1] ?? ''], 'query');
    const passages = references.slice(1).map(([, text]) => text);
    const near = (await embedder.embed(passages, 'passage')).map((vector) => cosine(question, vector));
    const other = near.pop() ?? 1;
    expect(Math.min(...near)).toBeGreaterThan(other);
    await embedder.close();
  });
});

function unit(values: Int8Array): Float32Array {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}
