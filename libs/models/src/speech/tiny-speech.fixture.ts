import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { elementTypes, onnx, writeNode, writeTensor, writeValue } from '../adding/onnx-graph';
import { graphModel, writeFiles } from '../onnx/tiny-models.fixture';
import { moonshineFiles } from './moonshine-files';
import { SAMPLE_RATE } from './utterances';

const { float, int64, bool } = elementTypes;
/** Successor of each token: `<s>` is 1, `</s>` 2. */
const follows: Readonly<Record<number, number>> = { 1: 3, 3: 4, 4: 2 };
const pieces = ['<unk>', '<s>', '</s>', '\u2581high', '\u2581tide.'];

/** A real model of two graphs with the inputs of a large one, which hears "high tide." in every sound. */
export async function writeTinySpeechModel(store: string, id: string): Promise<void> {
  const files = {
    [moonshineFiles.encoder]: encoder(),
    [moonshineFiles.decoder]: decoder(),
    [moonshineFiles.vocabulary]: Buffer.from(pieces.join('\n')),
  };
  const manifest = {
    id,
    name: 'High tide',
    task: 'speech',
    licence: 'Apache-2.0',
    languages: ['en'],
    dimensions: 1,
    tokensMax: 32,
    weights: moonshineFiles.encoder,
    files: Object.entries(files).map(([path, bytes]) => ({
      path,
      accepted: [{ sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length }],
    })),
  };
  await writeFiles(join(store, id), { ...files, 'lectern-model.json': Buffer.from(JSON.stringify(manifest)) });
}

function encoder(): Buffer {
  const dims = ['batch', 'samples'];
  return graphModel([
    writeNode('Identity', { inputs: ['input_values'], output: 'last_hidden_state' }),
    writeValue(onnx.graph.input, 'input_values', { type: float, dims }),
    writeValue(onnx.graph.output, 'last_hidden_state', { type: float, dims }),
  ]);
}

function decoder(): Buffer {
  const size = pieces.length;
  const table = Buffer.alloc(size * size * 4);
  for (const [from, to] of Object.entries(follows)) table.writeFloatLE(1, (Number(from) * size + to) * 4);
  return graphModel([
    writeNode('Gather', { inputs: ['table', 'input_ids'], output: 'logits' }),
    writeTensor('table', { type: float, dims: [size, size], raw: table }),
    writeValue(onnx.graph.input, 'input_ids', { type: int64, dims: ['batch', 'width'] }),
    writeValue(onnx.graph.input, 'encoder_hidden_states', { type: float, dims: ['batch', 'samples'] }),
    writeValue(onnx.graph.input, 'use_cache_branch', { type: bool, dims: [1] }),
    writeValue(onnx.graph.output, 'logits', { type: float, dims: ['batch', 'width', size] }),
  ]);
}

/** Sound as loud as speech (`true`) and silence (`false`), each for the given seconds. */
export function soundWith(stretches: readonly (readonly [speaks: boolean, seconds: number])[]): Float32Array {
  return Float32Array.from(
    stretches.flatMap(([speaks, seconds]) =>
      Array.from({ length: seconds * SAMPLE_RATE }, (_, i) => (speaks ? 0.3 * Math.sin(i / 5) : 0)),
    ),
  );
}

/** The bytes of a WAV file of 16 bits, one channel. */
export function wavOf(samples: Float32Array, rate = SAMPLE_RATE): Buffer {
  const data = Buffer.alloc(samples.length * 2);
  samples.forEach((sample, index) => data.writeInt16LE(Math.round(sample * 32_767), index * 2));
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}
