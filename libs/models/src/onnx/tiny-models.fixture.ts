import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { elementTypes, onnx, writeNode, writeTensor, writeValue } from '../adding/onnx-graph';
import { memberOf, messageMemberOf } from '@lectern/contracts/messages';

/** Dimensions of the tiny embedder. */
export const TINY_DIMENSIONS = 4;

/**
 * Writes a real ONNX model of two operators with its tokenizer into a store: the logit of a pair is the sum of its
 * token ids, and the only word with a large id is "moon".
 */
export async function writeTinyCrossEncoder(store: string, id: string): Promise<void> {
  await writeTinyModel(store, id, { weights: sumOfIds(), task: 'reranking', dimensions: 1 });
}

/** Writes an ONNX model with the tiny tokenizer into a store. */
export async function writeTinyModel(
  store: string,
  id: string,
  { weights, ...described }: { readonly weights: Buffer; readonly task: string; readonly dimensions: number },
): Promise<void> {
  const files = { 'onnx/model.onnx': weights, 'tokenizer.json': Buffer.from(JSON.stringify(tokenizer)) };
  const manifest = {
    id,
    name: `Tiny model ${id}`,
    ...described,
    licence: 'Apache-2.0',
    languages: ['en'],
    tokensMax: 32,
    weights: 'onnx/model.onnx',
    files: Object.entries(files).map(([path, bytes]) => ({
      path,
      accepted: [{ sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length }],
    })),
  };
  await writeFiles(join(store, id), { ...files, 'lectern-model.json': Buffer.from(JSON.stringify(manifest)) });
}

/** Files of a real ONNX model of one operator in published form: each token has a different vector. */
export function tinyEmbedder(): Record<string, Buffer> {
  const json = (value: object) => Buffer.from(JSON.stringify(value));
  return {
    'onnx/model.onnx': lookup(),
    'tokenizer.json': json(tokenizer),
    'config.json': json({ hidden_size: TINY_DIMENSIONS, max_position_embeddings: 32 }),
  };
}

export async function writeFiles(folder: string, files: Readonly<Record<string, Buffer>>): Promise<void> {
  for (const [path, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
}

const special = (name: string, at: number) => ({
  id: at,
  content: name,
  special: true,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
});
const vocabulary = { '[PAD]': 0, '[UNK]': 0, '[CLS]': 1, '[SEP]': 2, moon: 50 };
const tokenizer = {
  version: '1.0',
  truncation: { max_length: 4, strategy: 'LongestFirst', stride: 0, direction: 'Right' },
  padding: null,
  added_tokens: [special('[PAD]', 0), special('[CLS]', 1), special('[SEP]', 2)],
  normalizer: { type: 'Lowercase' },
  pre_tokenizer: { type: 'Whitespace' },
  decoder: null,
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
    ],
    pair: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
      { Sequence: { id: 'B', type_id: 1 } },
      { SpecialToken: { id: '[SEP]', type_id: 1 } },
    ],
    special_tokens: {
      '[CLS]': { id: '[CLS]', ids: [1], tokens: ['[CLS]'] },
      '[SEP]': { id: '[SEP]', ids: [2], tokens: ['[SEP]'] },
    },
  },
  model: {
    type: 'WordPiece',
    vocab: vocabulary,
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
  },
};

const shapes = { ids: { type: elementTypes.int64, dims: ['batch', 'width'] } };

/** Cast to float, then ReduceSum over the tokens. */
function sumOfIds(): Buffer {
  const { float } = elementTypes;
  return graphModel([
    writeNode('Cast', { inputs: ['input_ids'], output: 'floats', attributes: { to: float } }),
    writeNode('ReduceSum', { inputs: ['floats'], output: 'logits', attributes: { axes: [1], keepdims: 1 } }),
    memberOf(2, 'sum'),
    writeValue(onnx.graph.input, 'input_ids', shapes.ids),
    writeValue(onnx.graph.output, 'logits', { type: float, dims: ['batch', 1] }),
  ]);
}

/** Gather on a table: the words of the vocabulary have different directions. */
function lookup(): Buffer {
  const rows = 1 + Math.max(...Object.values(vocabulary));
  const table = Buffer.alloc(rows * TINY_DIMENSIONS * 4);
  for (let row = 0; row < rows; row++) table.writeFloatLE(1, (row * TINY_DIMENSIONS + (row % TINY_DIMENSIONS)) * 4);
  const { float } = elementTypes;
  return graphModel([
    writeNode('Gather', { inputs: ['table', 'input_ids'], output: 'tokens' }),
    memberOf(2, 'lookup'),
    writeTensor('table', { type: float, dims: [rows, TINY_DIMENSIONS], raw: table }),
    writeValue(onnx.graph.input, 'input_ids', shapes.ids),
    writeValue(onnx.graph.output, 'tokens', { type: float, dims: ['batch', 'width', TINY_DIMENSIONS] }),
  ]);
}

/** A model with one graph of the given fields. */
export function graphModel(graph: readonly Buffer[]): Buffer {
  const opset = messageMemberOf(onnx.model.opset, [memberOf(onnx.opset.domain, ''), memberOf(2, 11)]);
  return Buffer.concat([memberOf(1, 7), messageMemberOf(onnx.model.graph, graph), opset]);
}
