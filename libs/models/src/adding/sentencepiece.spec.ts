import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OnnxPool } from '../onnx/onnx-pool';
import { tinyEmbedder, writeFiles } from '../onnx/tiny-models.fixture';
import { parseManifest } from '../store/manifest';
import { elementTypes, onnx, writeNode, writeValue, writeWholes } from './onnx-graph';
import { memberOf, messageMemberOf } from '@lectern/contracts/messages';
import { splitSentencePieceModel } from './sentencepiece';

const pieces = ['<unk>', '▁ab', '▁cd', '▁ef'];

function definition(): Buffer {
  return Buffer.concat(
    pieces.map((piece, index) => {
      const score = Buffer.alloc(5);
      score.writeUInt8(2 * 8 + 5);
      score.writeFloatLE(-index, 1);
      return messageMemberOf(1, [memberOf(1, piece), score, ...(index === 0 ? [memberOf(3, 2)] : [])]);
    }),
  );
}

/**
 * Reads texts; returns for each the index of its end among all tokens, and the sum of ids plus a thousand times that.
 */
function modelOfTexts(): Buffer {
  const { float } = elementTypes;
  const reading = [
    ...['inputs', 'nbest'].map((name) => memberOf(onnx.node.input, name)),
    ...['tokens', 'offsets'].map((name) => memberOf(onnx.node.output, name)),
    memberOf(onnx.node.operator, 'SentencepieceTokenizer'),
    messageMemberOf(onnx.node.attribute, [memberOf(1, 'model'), memberOf(4, definition()), memberOf(20, 3)]),
    memberOf(7, 'ai.onnx.contrib'),
  ];
  const node = (operator: string, inputs: readonly string[], output: string, attributes = {}) =>
    writeNode(operator, { inputs, output, attributes });
  const graph = [
    messageMemberOf(onnx.graph.node, reading),
    node('Slice', ['offsets', 'one', 'many'], 'ends'),
    node('Cast', ['ends'], 'endsAsFloats', { to: float }),
    node('Unsqueeze', ['endsAsFloats'], 'rows', { axes: [1] }),
    node('Cast', ['tokens'], 'ids', { to: float }),
    node('ReduceSum', ['ids'], 'sum', { axes: [0], keepdims: 1 }),
    node('Cast', ['thousand'], 'factor', { to: float }),
    node('Mul', ['sum', 'factor'], 'thousands'),
    node('Add', ['rows', 'thousands'], 'out'),
    memberOf(2, 'texts'),
    writeWholes('nbest', [0], [1]),
    writeWholes('one', [1], [1]),
    writeWholes('many', [1_000], [1]),
    writeWholes('thousand', [1_000], [1]),
    writeValue(onnx.graph.input, 'inputs', { type: 8, dims: ['batch'] }),
    writeValue(onnx.graph.output, 'out', { type: float, dims: ['batch', 1] }),
  ];
  const opset = (domain: string, version: number) => messageMemberOf(8, [memberOf(1, domain), memberOf(2, version)]);
  return Buffer.concat([memberOf(1, 7), messageMemberOf(7, graph), opset('', 12), opset('ai.onnx.contrib', 1)]);
}

describe('splitSentencePieceModel', () => {
  it('leaves a model that reads the ids of its tokenizer, of texts of different lengths', async () => {
    const { weights, tokenizer } = splitSentencePieceModel(modelOfTexts());
    const folder = await mkdtemp(join(tmpdir(), 'split-'));
    await writeFiles(folder, { 'model.onnx': weights, 'tokenizer.json': tokenizer });
    const manifest = parseManifest({
      id: 'split',
      name: 'Split',
      task: 'reranking',
      licence: 'MIT',
      languages: ['*'],
      dimensions: 1,
      tokensMax: 16,
      weights: 'model.onnx',
      files: [{ path: 'model.onnx', accepted: [] }],
    });
    const pool = new OnnxPool({ setup: { folder, manifest, threads: 1 }, workers: 1 });
    const rows = await pool.run({ purpose: 'passage', texts: ['ab', 'cd  ef', 'ab cd ef'] });
    expect(rows.map((row) => [...row])).toEqual([[12_001], [12_003], [12_006]]);
    await pool.close();
    await rm(folder, { recursive: true });
  });

  it('gives the same bytes again', () => {
    expect(splitSentencePieceModel(modelOfTexts())).toEqual(splitSentencePieceModel(modelOfTexts()));
  });

  it('refuses a model that has no tokenizer within', () => {
    const { 'onnx/model.onnx': model = Buffer.alloc(0) } = tinyEmbedder();
    expect(() => splitSentencePieceModel(model)).toThrow('The model has no SentencepieceTokenizer');
  });
});
