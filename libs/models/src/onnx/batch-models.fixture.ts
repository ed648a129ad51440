import { memberOf } from '@lectern/contracts/messages';
import { elementTypes, onnx, writeNode, writeTensor, writeValue, writeWholes } from '../adding/onnx-graph';
import { graphModel } from './tiny-models.fixture';

const { float, int64 } = elementTypes;
const ids = { type: int64, dims: ['batch', 'width'] };
const inputs = [
  writeValue(onnx.graph.input, 'input_ids', ids),
  writeValue(onnx.graph.input, 'attention_mask', ids),
  writeNode('Cast', { inputs: ['attention_mask'], output: 'mask', attributes: { to: float } }),
];

/** Dimensions of `selfAttention`. */
export const ATTENTION_DIMENSIONS = 64;
const VOCABULARY = 64;

/**
 * One layer of masked self-attention on a table of words, which gives a vector per token.
 *
 * @param isRounded whether the vectors are rounded to 8 bits with one scale for the whole batch
 */
export function selfAttention({ isRounded = false } = {}): Buffer {
  const dimensions = ATTENTION_DIMENSIONS;
  // Of different lengths, and so short that each token attends to all.
  const size = (word: number) => (1 + (word % 5)) / 10;
  const words = Array.from({ length: VOCABULARY * dimensions }, (_, at) => {
    return size(Math.floor(at / dimensions)) * Math.sin(at * at + at / 7);
  });
  const rounded = [
    writeNode('DynamicQuantizeLinear', { inputs: ['mixed'], output: ['bytes', 'scale', 'zero'] }),
    writeNode('DequantizeLinear', { inputs: ['bytes', 'scale', 'zero'], output: 'vectors' }),
  ];
  return graphModel([
    ...inputs,
    writeNode('Gather', { inputs: ['words', 'input_ids'], output: 'tokens' }),
    writeNode('Transpose', { inputs: ['tokens'], output: 'turned', attributes: { perm: [0, 2, 1] } }),
    writeNode('MatMul', { inputs: ['tokens', 'turned'], output: 'scores' }),
    writeNode('Sub', { inputs: ['one', 'mask'], output: 'padding' }),
    writeNode('Mul', { inputs: ['padding', 'hidden'], output: 'bias' }),
    writeNode('Unsqueeze', { inputs: ['bias'], output: 'bias of rows', attributes: { axes: [1] } }),
    writeNode('Add', { inputs: ['scores', 'bias of rows'], output: 'masked' }),
    writeNode('Softmax', { inputs: ['masked'], output: 'shares', attributes: { axis: 2 } }),
    writeNode('MatMul', { inputs: ['shares', 'tokens'], output: isRounded ? 'mixed' : 'vectors' }),
    ...(isRounded ? rounded : []),
    memberOf(2, 'attention'),
    floats('words', words, [VOCABULARY, dimensions]),
    floats('one', [1], [1]),
    floats('hidden', [-10_000], [1]),
    writeValue(onnx.graph.output, 'vectors', { type: float, dims: ['batch', 'width', dimensions] }),
  ]);
}

/**
 * Gives each text the vector (texts in its batch, 1). Fails on words with an id above 2, such as "moon" of the tiny
 * tokenizer.
 *
 * @param isRounded whether it has an operator that makes values depend on the batch
 */
export function batchSize({ isRounded = false } = {}): Buffer {
  const rounded = [
    writeNode('DynamicQuantizeLinear', { inputs: ['sums'], output: ['bytes', 'scale', 'zero'] }),
    writeNode('DequantizeLinear', { inputs: ['bytes', 'scale', 'zero'], output: 'zeros' }),
  ];
  return graphModel([
    ...inputs,
    writeNode('Gather', { inputs: ['words', 'input_ids'], output: 'tokens' }),
    writeNode('Mul', { inputs: ['tokens', 'mask'], output: 'masked' }),
    writeNode('ReduceSum', {
      inputs: ['masked'],
      output: isRounded ? 'sums' : 'zeros',
      attributes: { axes: [1], keepdims: 1 },
    }),
    ...(isRounded ? rounded : []),
    writeNode('Shape', { inputs: ['input_ids'], output: 'shape' }),
    writeNode('Gather', { inputs: ['shape', 'first'], output: 'rows' }),
    writeNode('Cast', { inputs: ['rows'], output: 'size', attributes: { to: float } }),
    writeNode('Add', { inputs: ['zeros', 'size'], output: 'sizes' }),
    writeNode('Add', { inputs: ['zeros', 'one'], output: 'ones' }),
    writeNode('Concat', { inputs: ['sizes', 'ones'], output: 'vectors', attributes: { axis: 1 } }),
    memberOf(2, 'size'),
    floats('words', [0, 0, 0], [3]),
    floats('one', [1], [1]),
    writeWholes('first', [0], [1]),
    writeValue(onnx.graph.output, 'vectors', { type: float, dims: ['batch', 2] }),
  ]);
}

function floats(name: string, values: readonly number[], dims: readonly number[]): Buffer {
  const raw = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => raw.writeFloatLE(value, at * 4));
  return writeTensor(name, { type: float, dims, raw });
}
