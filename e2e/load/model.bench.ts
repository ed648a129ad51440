import { defaultModelsFolder, Embedders, ModelStore, type StoredModel } from '@lectern/models';
import { Tokenizer } from '@huggingface/tokenizers';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { SyntheticText } from './corpus';
import { heading, line } from './figures';

const MODEL = process.env['EMBEDDER'] ?? 'bge-small-en';
const TEXTS = 320;
const ROUNDS = 5;
/** Where ONNX Runtime is fastest with this model on a CPU. */
const BATCH = 8;

interface Spent {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/**
 * The packaged embedder (worker thread, tokenizer, batches, pooling, copies) beside ONNX Runtime alone, which is given
 * tensors that were made before, in turns. Ratios of processor time say what the packaging costs; on a busy machine
 * those of wall time say rather that embedding yields to everything else.
 */
export async function benchModel(): Promise<void> {
  heading(`${MODEL} beside ONNX Runtime alone, ${ROUNDS} times ${TEXTS} paragraphs`);
  const store = new ModelStore(process.env['MODELS_DIR'] ?? defaultModelsFolder());
  const model = await store.findUsable(MODEL);
  if (!model) return line('skipped', 'the model is not in the store');
  const text = new SyntheticText(17);
  const bodies = Array.from({ length: TEXTS }, () => text.paragraph());
  const raw = await RawModel.load(model, bodies);
  const embedders = await Embedders.open({ store, preferred: MODEL, workers: 1, threads: 1 });
  const packaged = async () => void (await embedders.default.embed(bodies, 'passage'));
  await raw.run();
  await packaged();
  const rounds: { readonly alone: Spent; readonly ours: Spent }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ alone: await spent(() => raw.run()), ours: await spent(packaged) });
  await embedders.close();
  await raw.close();
  for (const [name, of] of [
    ['processor time', ({ cpuMs }: Spent) => cpuMs],
    ['wall time', ({ wallMs }: Spent) => wallMs],
  ] as const) {
    const ratios = rounds.map(({ alone, ours }) => of(alone) / of(ours)).sort((a, b) => a - b);
    const percent = (ratio: number | undefined) => `${((ratio ?? 0) * 100).toFixed(0)} %`;
    const [alone, ours] = (['alone', 'ours'] as const).map((who) => median(rounds.map((round) => of(round[who]))));
    const speeds = [alone, ours].map((tookMs) => `${((TEXTS / (tookMs ?? 1)) * 1_000).toFixed(0)} texts/s`);
    const spread = `${percent(ratios[0])} to ${percent(ratios.at(-1))}`;
    line(name, ...speeds, `${percent(median(ratios))} (aim 85 %; ${spread})`);
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function spent(work: () => Promise<void>): Promise<Spent> {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { wallMs: performance.now() - startedMs, cpuMs: (user + system) / 1_000 };
}

/** Nothing but inference. */
class RawModel {
  private constructor(
    private readonly session: InferenceSession,
    private readonly batches: readonly Record<string, Tensor>[],
  ) {}

  static async load({ folder, manifest }: StoredModel, texts: readonly string[]): Promise<RawModel> {
    const definition = JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8'));
    const tokenizer = new Tokenizer({ ...definition, truncation: null, padding: null }, {});
    const rows = texts.map((text) => tokenizer.encode(text).ids.slice(0, manifest.tokensMax));
    rows.sort((a, b) => a.length - b.length);
    const session = await InferenceSession.create(join(folder, manifest.weights), {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
    });
    const batches = Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) =>
      tensorsOf(rows.slice(index * BATCH, (index + 1) * BATCH)),
    );
    return new RawModel(session, batches);
  }

  async run(): Promise<void> {
    for (const batch of this.batches) {
      const outputs = await this.session.run(batch);
      for (const tensor of Object.values(outputs)) tensor.dispose();
    }
  }

  async close(): Promise<void> {
    await this.session.release();
  }
}

function tensorsOf(rows: readonly (readonly number[])[]): Record<string, Tensor> {
  const width = Math.max(...rows.map(({ length }) => length));
  const padded = (valueOf: (id: number | undefined) => number) => {
    const values = rows.flatMap((row) => Array.from({ length: width }, (_, at) => BigInt(valueOf(row[at]))));
    return new Tensor('int64', BigInt64Array.from(values), [rows.length, width]);
  };
  return {
    input_ids: padded((id) => id ?? 0),
    attention_mask: padded((id) => (id === undefined ? 0 : 1)),
    token_type_ids: padded(() => 0),
  };
}
