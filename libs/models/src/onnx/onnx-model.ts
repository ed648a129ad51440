import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { isUnrounded } from './batch-arithmetic';
import { paddedBatches } from './batches';
import type { Purpose, WorkerSetup } from './messages';
import { TokenReader } from './token-reader';

/** Few tokens per batch: a new query waits for one batch, and int8 on a CPU gains nothing from larger ones. */
const batchLimits = { textsMax: 8, tokensMax: 256 };
/** For texts of different jobs: with more padding, a text costs more than in a run of its own. */
const mixedLimits = { ...batchLimits, paddingMax: 8 };

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

/** A text, and the place for its values. */
export interface Row {
  readonly sequence: Sequence;
  readonly values: Float32Array;
}

/** Rows that are run together. */
export interface RowBatch {
  readonly rows: readonly Row[];
  /** Tokens of the longest text. */
  readonly width: number;
}

/** The rows of a job. Their values are parts of `values`. */
export interface PreparedJob {
  readonly rows: readonly Row[];
  readonly values: Float32Array;
}

/** One ONNX file with its tokenizer, run in the calling thread. */
export class OnnxModel {
  private constructor(
    private readonly session: InferenceSession,
    private readonly tokens: TokenReader,
    private readonly manifest: WorkerSetup['manifest'],
    /** Whether texts of different jobs may share a batch: neither its arithmetic nor its padding changes values. */
    readonly canMix: boolean,
  ) {}

  static async load({ folder, manifest, threads }: WorkerSetup): Promise<OnnxModel> {
    const weights = join(folder, manifest.weights);
    const session = await InferenceSession.create(weights, {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
    });
    const foreign = session.inputNames.find((name) => !(name in inputKinds));
    if (foreign !== undefined) throw new Error(`the model wants ${foreign}, which a text has not`);
    const hasMask = session.inputNames.some((name) => inputKinds[name] === 'mask');
    const canMix = hasMask && (await isUnrounded(weights));
    return new OnnxModel(session, new TokenReader(folder, manifest), manifest, canMix);
  }

  prepare({ texts, purpose, question }: Job): PreparedJob {
    const sequences: readonly Sequence[] = texts.map((text) => {
      if (question !== undefined) return this.tokens.readPair(question, text);
      const ids = this.tokens.read(text, purpose);
      return { ids: ids.length > 0 ? ids : NO_TOKENS };
    });
    const { dimensions } = this.manifest;
    const values = new Float32Array(texts.length * dimensions);
    const place = (index: number) => values.subarray(index * dimensions, (index + 1) * dimensions);
    return { values, rows: sequences.map((sequence, index) => ({ sequence, values: place(index) })) };
  }

  /** The first row, and those to run together with it. */
  batchOf(rows: readonly Row[]): RowBatch | undefined {
    const lengths = rows.map(({ sequence }) => sequence.ids.length);
    const batches = paddedBatches(lengths, this.canMix ? mixedLimits : batchLimits);
    const batch = batches.find(({ members }) => members.includes(0));
    return batch && { rows: batch.members.flatMap((member) => rows[member] ?? []), width: batch.width };
  }

  /** Runs one batch and writes its values. */
  async run({ rows, width }: RowBatch): Promise<void> {
    const inputs = this.inputs(
      rows.map(({ sequence }) => sequence),
      width,
    );
    const outputs = await this.session.run(inputs);
    const output = outputs[this.session.outputNames[0] ?? ''];
    if (!output || !(output.data instanceof Float32Array)) throw new Error('the model gives no floating-point output');
    const { dimensions } = this.manifest;
    const given = output.dims.at(-1);
    if (given !== dimensions) throw new Error(`the model gives ${given} numbers for a text, not ${dimensions}`);
    rows.forEach(({ sequence, values }, row) => {
      this.readRow(values, output, { row, width, length: sequence.ids.length });
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
