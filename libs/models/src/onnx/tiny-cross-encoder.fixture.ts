import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes a real ONNX model of two operators with its tokenizer into a store: the logit of a pair is the sum of its
 * token ids, and the only word with a large id is "moon".
 */
export async function writeTinyCrossEncoder(store: string, id: string): Promise<void> {
  const folder = join(store, id);
  await mkdir(join(folder, 'onnx'), { recursive: true });
  const files = { 'onnx/model.onnx': model(), 'tokenizer.json': Buffer.from(JSON.stringify(tokenizer)) };
  for (const [path, bytes] of Object.entries(files)) await writeFile(join(folder, path), bytes);
  const manifest = {
    ...{ id, name: 'Sum of ids', task: 'reranking', licence: 'Apache-2.0', languages: ['en'] },
    ...{ dimensions: 1, tokensMax: 32, weights: 'onnx/model.onnx' },
    files: Object.entries(files).map(([path, bytes]) => ({
      path,
      accepted: [{ sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length }],
    })),
  };
  await writeFile(join(folder, 'lectern-model.json'), JSON.stringify(manifest));
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
      ...[
        { SpecialToken: { id: '[CLS]', type_id: 0 } },
        { Sequence: { id: 'A', type_id: 0 } },
        { SpecialToken: { id: '[SEP]', type_id: 0 } },
      ],
      ...[{ Sequence: { id: 'B', type_id: 1 } }, { SpecialToken: { id: '[SEP]', type_id: 1 } }],
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

/** ModelProto in protobuf's wire format: Cast to float, then ReduceSum over the tokens. */
function model(): Buffer {
  const cast = [
    text(1, 'input_ids'),
    text(2, 'floats'),
    text(4, 'Cast'),
    message(5, [text(1, 'to'), number(3, 1), number(20, 2)]),
  ];
  const axes = message(5, [text(1, 'axes'), number(8, 1), number(20, 7)]);
  const keep = message(5, [text(1, 'keepdims'), number(3, 1), number(20, 2)]);
  const sum = [text(1, 'floats'), text(2, 'logits'), text(4, 'ReduceSum'), axes, keep];
  const graph = [
    ...[message(1, cast), message(1, sum), text(2, 'sum')],
    ...[message(11, value('input_ids', 7, ['batch', 'width'])), message(12, value('logits', 1, ['batch', 1]))],
  ];
  return Buffer.concat([number(1, 7), message(7, graph), message(8, [text(1, ''), number(2, 11)])]);
}

function value(name: string, elementType: number, dims: readonly (string | number)[]): Buffer[] {
  const shape = dims.map((dim) => message(1, [typeof dim === 'number' ? number(1, dim) : text(2, dim)]));
  return [text(1, name), message(2, [message(1, [number(1, elementType), message(2, shape)])])];
}

function varint(whole: number): Buffer {
  const bytes: number[] = [];
  for (let rest = whole; ; rest >>>= 7) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 127) | 128);
  }
}

const number = (field: number, whole: number) => Buffer.concat([varint(field << 3), varint(whole)]);
const bytes = (field: number, body: Buffer) => Buffer.concat([varint((field << 3) | 2), varint(body.length), body]);
const text = (field: number, body: string) => bytes(field, Buffer.from(body));
const message = (field: number, parts: readonly Buffer[]) => bytes(field, Buffer.concat(parts));
