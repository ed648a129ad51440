import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeNode } from '../adding/onnx-graph';
import { isUnrounded } from './batch-arithmetic';
import { selfAttention } from './batch-models.fixture';
import { graphModel } from './tiny-models.fixture';

describe('isUnrounded', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'onnx-'))));
  afterAll(() => rm(folder, { recursive: true }));

  const isUnroundedModel = async (...parts: readonly Buffer[]) => {
    const path = join(folder, 'model.onnx');
    await writeFile(path, Buffer.concat(parts));
    return isUnrounded(path);
  };
  const modelOf = (operator: string) => graphModel([writeNode(operator, { inputs: ['a'], output: 'b' })]);

  it('finds operators that round their input, wherever they are in the file', async () => {
    expect(await isUnroundedModel(selfAttention({ isRounded: true }))).toBe(false);
    const ofMatrices = ['DynamicQuantizeMatMul', 'MatMulIntegerToFloat', 'MatMulNBits', 'MatMulBnb4', 'QLinearMatMul'];
    for (const operator of [...ofMatrices, 'QuantizeLinear', 'ConvInteger', 'QAttention', 'QGemm'])
      expect(await isUnroundedModel(modelOf(operator))).toBe(false);
    // Also across the end of the first MiB that is read.
    const places = Array.from({ length: 14 }, (_, at) => 2 ** 20 - 36 + 3 * at);
    for (const beforeBytes of [...places, 5_000_000])
      expect(await isUnroundedModel(Buffer.alloc(beforeBytes), modelOf('MatMulInteger'))).toBe(false);
  });

  it('lets pass what computes with floating-point numbers, also with weights that were quantised', async () => {
    expect(await isUnroundedModel(selfAttention())).toBe(true);
    expect(await isUnroundedModel(modelOf('DequantizeLinear'))).toBe(true);
    expect(await isUnroundedModel(Buffer.alloc(5_000_000), modelOf('MatMul'))).toBe(true);
  });
});
