import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cosine } from '../embedder.contract';
import { OnnxPool } from '../onnx/onnx-pool';
import { writeFiles } from '../onnx/tiny-models.fixture';
import { parseManifest } from '../store/manifest';
import { convertPackedModel } from './e5-model';
import { packedModel, packedPieces, packedShape, packedTensors } from './packed-model.fixture';
import { PlainEncoder } from './plain-encoder.fixture';

const manifest = parseManifest({
  id: 'packed',
  name: 'Packed',
  task: 'embedding',
  licence: 'MIT',
  languages: ['en'],
  dimensions: packedShape.hidden,
  tokensMax: packedShape.positions,
  weights: 'model.onnx',
  files: [{ path: 'model.onnx', accepted: [] }],
});
const idsOf = (...names: string[]) => names.map((name) => packedPieces.findIndex(([piece]) => piece === name));

describe('convertPackedModel', () => {
  it('makes a model that gives the vectors of the packed one, also for texts that are padded', async () => {
    const tensors = packedTensors();
    const { weights, tokenizer } = convertPackedModel(packedModel(tensors));
    const folder = await mkdtemp(join(tmpdir(), 'packed-'));
    await writeFiles(folder, { 'model.onnx': weights, 'tokenizer.json': tokenizer });
    const pool = new OnnxPool({ setup: { folder, manifest, threads: 1 }, workers: 1 });
    const vectors = await pool.run({ purpose: 'passage', texts: ['moon', 'sea moon sea moon sea', '月'] });
    const encoder = new PlainEncoder(tensors);
    const expected = [
      idsOf('<s>', '▁moon', '</s>'),
      idsOf('<s>', '▁sea', '▁moon', '▁sea', '▁moon', '▁sea', '</s>'),
      idsOf('<s>', '▁', '月', '</s>'),
    ].map((ids) => Float32Array.from(encoder.embed(ids)));
    const near = vectors.map((vector, index) => cosine(vector, expected[index]));
    expect(Math.min(...near)).toBeGreaterThan(0.99);
    expect(cosine(expected[0], expected[1])).toBeLessThan(0.95);
    await pool.close();
    await rm(folder, { recursive: true });
  });

  it('gives the same bytes again', () => {
    expect(convertPackedModel(packedModel())).toEqual(convertPackedModel(packedModel()));
  });

  it('refuses a file of another kind, one that is cut off, and one that lacks a tensor', () => {
    const whole = packedModel();
    expect(() => convertPackedModel(Buffer.from('GGUF'.repeat(100)))).toThrow('This is no packed model');
    expect(() => convertPackedModel(whole.subarray(0, 200))).toThrow('The packed model is cut off');
    expect(() => convertPackedModel(whole.subarray(0, -1000))).toThrow('The packed model is cut off');
    const lacking = new Map([...packedTensors()].filter(([name]) => name !== 'l1.fo.w'));
    expect(() => convertPackedModel(packedModel(lacking))).toThrow('The packed model has no usable l1.fo.w');
    const other = Buffer.from(whole);
    other.writeUInt32LE(2 ** 31, 8);
    expect(() => convertPackedModel(other)).toThrow('The packed model has sizes that are not known');
  });
});
