import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { paddedBatches, type Batch } from './batches';
import type { Purpose, WorkerSetup } from './messages';
import { TokenReader } from './token-reader';

/** Few tokens per batch: a new query waits for one batch, and int8 on a CPU gains nothing from larger ones. */
const batchLimits = { textsMax: 8, tokensMax: 256 };

/** Input for a text without tokens, if the tokenizer adds none: models do not accept empty input. */
const NO_TOKENS: readonly number[] = [0];

/** Names of the inputs of models. */
const inputKinds: Readonly<Record<string, 'ids' | 'mask' | 'kinds'>> = {
  input_ids: 'ids',
  attention_mask: 'mask',
  input_mask: 'mask',
  token_type_ids: 'kinds',
  segment_ids: 'kinds',
};

interface Sequence {
  readonly ids: readonly number[];
  readonly kinds?: readonly number[];
}

export interface Job {
  readonly purpose: Purpose;
  readonly texts: readonly string[];
  readonly question?: string;
}

/** A job split into batches that can be run one by one. */
export interface PreparedJob {
  readonly sequences: readonly Sequence[];
  readonly batches: Batch[];
  readonly values: Float32Array;
}

/** One ONNX file with its tokenizer, run in the calling thread. */
export class OnnxModel {
  private constructor(
    private readonly session: InferenceSession,
    private readonly tokens: TokenReader,
    private readonly manifest: WorkerSetup['manifest'],
  ) {}

  static async load({ folder, manifest, threads }: WorkerSetup): Promise<OnnxModel> {
    const session = await InferenceSession.create(join(folder, manifest.weights), {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
    });
    const foreign = session.inputNames.find((name) => !(name in inputKinds));
    if (foreign !== undefined) throw new Error(`the model wants ${foreign}, which a text has not`);
    return new OnnxModel(session, new TokenReader(folder, manifest), manifest);
  }

  prepare({ texts, purpose, question }: Job): PreparedJob {
    const sequences: readonly Sequence[] = texts.map((text) => {
      if (question !== undefined) return this.tokens.readPair(question, text);
      const ids = this.tokens.read(text, purpose);
      return { ids: ids.length > 0 ? ids : NO_TOKENS };
    });
    const batches = paddedBatches(
      sequences.map(({ ids }) => ids.length),
      batchLimits,
    );
    return { sequences, batches, values: new Float32Array(texts.length * this.manifest.dimensions) };
  }

  /** Runs one batch and writes its rows into the job's values. */
  async run({ sequences, values }: PreparedJob, batch: Batch): Promise<void> {
    const inputs = this.inputs(
      batch.members.map((member) => sequences[member] ?? { ids: [] }),
      batch.width,
    );
    const outputs = await this.session.run(inputs);
    const output = outputs[this.session.outputNames[0] ?? ''];
    if (!output || !(output.data instanceof Float32Array)) throw new Error('the model gives no floating-point output');
    const { dimensions } = this.manifest;
    const given = output.dims.at(-1);
    if (given !== dimensions) throw new Error(`the model gives ${given} numbers for a text, not ${dimensions}`);
    batch.members.forEach((member, row) => {
      const vector = values.subarray(member * dimensions, (member + 1) * dimensions);
      const length = sequences[member]?.ids.length ?? 0;
      this.readRow(vector, output, { row, width: batch.width, length });
    });
    for (const tensor of Object.values(outputs)) tensor.dispose();
  }

  async close(): Promise<void> {
    await this.session.release();
  }

  private inputs(rows: readonly Sequence[], width: number): Record<string, Tensor> {
    const ids = new BigInt64Array(rows.length * width);
    const mask = new BigInt64Array(rows.length * width);
    const kinds = new BigInt64Array(rows.length * width);
    rows.forEach((row, index) => {
      row.ids.forEach((id, at) => {
        ids[index * width + at] = BigInt(id);
        mask[index * width + at] = 1n;
        kinds[index * width + at] = BigInt(row.kinds?.[at] ?? 0);
      });
    });
    const tensor = (values: BigInt64Array) => new Tensor('int64', values, [rows.length, width]);
    const all = { ids: tensor(ids), mask: tensor(mask), kinds: tensor(kinds) };
    return Object.fromEntries(this.session.inputNames.map((name) => [name, all[inputKinds[name] ?? 'mask']]));
  }

  private readRow(
    vector: Float32Array,
    output: Tensor,
    { row, width, length }: { readonly row: number; readonly width: number; readonly length: number },
  ): void {
    const data = output.data;
    if (!(data instanceof Float32Array)) return;
    const size = vector.length;
    if (output.dims.length === 2) {
      // It has one row per text already: a sentence embedding, or the logits of a cross-encoder.
      const columns = output.dims[1] ?? size;
      vector.set(data.subarray(row * columns, row * columns + size));
    } else {
      const start = row * width * size;
      const pooled = this.manifest.pooling === 'cls' ? 1 : length;
      for (let at = 0; at < pooled; at++) {
        for (let i = 0; i < size; i++) vector[i] = (vector[i] ?? 0) + (data[start + at * size + i] ?? 0);
      }
    }
    if (this.manifest.task === 'embedding') normalize(vector);
  }
}

/** Scales to length 1, in place, which makes mean and sum pooling the same. */
function normalize(vector: Float32Array): void {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum) || 1;
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) / length;
}
