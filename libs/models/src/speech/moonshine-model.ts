import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { moonshineFiles } from './moonshine-files';
import { SAMPLE_RATE } from './utterances';
import { specialTokens, Vocabulary } from './vocabulary';

/** A larger number is not speech: the limit of the model's training. */
const TOKENS_A_SECOND_MAX = 6.5;
/** Shorter sound is too short for the encoder. */
const SAMPLES_MIN = SAMPLE_RATE / 10;
const PAST = 'past_key_values';

/**
 * Moonshine (Jeffries et al. 2024, arXiv:2410.15608): an encoder of sound and a decoder of tokens, run in the calling
 * thread, with greedy decoding.
 */
export class MoonshineModel {
  private constructor(
    private readonly encoder: InferenceSession,
    private readonly decoder: InferenceSession,
    private readonly vocabulary: Vocabulary,
  ) {}

  static async load(folder: string, threads: number): Promise<MoonshineModel> {
    const options = { intraOpNumThreads: threads, interOpNumThreads: 1 } as const;
    const [encoder, decoder, pieces] = await Promise.all([
      InferenceSession.create(join(folder, moonshineFiles.encoder), options),
      InferenceSession.create(join(folder, moonshineFiles.decoder), options),
      readFile(join(folder, moonshineFiles.vocabulary), 'utf8'),
    ]);
    return new MoonshineModel(encoder, decoder, new Vocabulary(pieces.split('\n')));
  }

  /** The words spoken in at most half a minute of sound; empty if there are none. */
  async textOf(samples: Float32Array): Promise<string> {
    if (samples.length < SAMPLES_MIN) return '';
    const { last_hidden_state: states } = await this.encoder.run({
      input_values: new Tensor('float32', samples, [1, samples.length]),
    });
    if (!states) throw new Error('the encoder gives no states');
    const tokensMax = Math.ceil((samples.length / SAMPLE_RATE) * TOKENS_A_SECOND_MAX);
    return this.vocabulary.textOf(await this.decode(states, tokensMax));
  }

  async close(): Promise<void> {
    await Promise.all([this.encoder.release(), this.decoder.release()]);
  }

  private async decode(states: Tensor, tokensMax: number): Promise<readonly number[]> {
    const ids: number[] = [];
    let past = this.emptyPast();
    let id: number = specialTokens.begin;
    while (ids.length < tokensMax) {
      const outputs = await this.decoder.run({
        input_ids: new Tensor('int64', BigInt64Array.of(BigInt(id)), [1, 1]),
        encoder_hidden_states: states,
        use_cache_branch: new Tensor('bool', [ids.length > 0], [1]),
        ...past,
      });
      id = likeliest(outputs['logits']);
      if (id === specialTokens.end) break;
      past = nextPast(past, outputs, ids.length === 0);
      ids.push(id);
    }
    return ids;
  }

  private emptyPast(): Record<string, Tensor> {
    const names = this.decoder.inputNames.filter((name) => name.startsWith(PAST));
    return Object.fromEntries(
      names.map((name) => {
        const described = this.decoder.inputMetadata.find((input) => input.name === name);
        const shape = described?.isTensor ? described.shape : [];
        const [heads, size] = [Number(shape[1]), Number(shape[3])];
        return [name, new Tensor('float32', new Float32Array(0), [0, heads, 1, size])];
      }),
    );
  }
}

/** The encoder's part is constant: only the first step returns it. */
function nextPast(
  past: Readonly<Record<string, Tensor>>,
  outputs: InferenceSession.ReturnType,
  isFirst: boolean,
): Record<string, Tensor> {
  return Object.fromEntries(
    Object.entries(past).map(([name, kept]) => {
      const changes = isFirst || name.includes('.decoder.');
      return [name, (changes ? outputs[`present${name.slice(PAST.length)}`] : undefined) ?? kept];
    }),
  );
}

function likeliest(logits: Tensor | undefined): number {
  if (!(logits?.data instanceof Float32Array)) throw new Error('the decoder gives no logits');
  const values = logits.data;
  let best = 0;
  for (let id = 1; id < values.length; id++) if ((values[id] ?? 0) > (values[best] ?? 0)) best = id;
  return best;
}
