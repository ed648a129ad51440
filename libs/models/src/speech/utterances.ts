/** Input of speech models: samples per second, one channel. */
export const SAMPLE_RATE = 16_000;

/** Window in which loudness is measured. */
const FRAME = SAMPLE_RATE / 50;
const FRAMES_A_SECOND = SAMPLE_RATE / FRAME;
/** An utterance of this length ends at the first pause, */
const LONG_ENOUGH = 4 * FRAMES_A_SECOND;
const PAUSE = 0.5 * FRAMES_A_SECOND;
/** one without a pause at its quietest point before this length, */
const LONGEST = 20 * FRAMES_A_SECOND;
const LOOK_BACK = 6 * FRAMES_A_SECOND;
/** and every one after this much silence. */
const SILENCE = 1.5 * FRAMES_A_SECOND;
/** Kept around speech, whose edges are quiet. */
const MARGIN = 0.2 * FRAMES_A_SECOND;
/** Shorter noises are not words. */
const SPEECH_MIN = 0.12 * FRAMES_A_SECOND;
/** Quieter than this is silence everywhere; speech is louder than this multiple of the quietest frame. */
const LOUDNESS_MIN = 0.002;
const ABOVE_NOISE = 3;
/** The noise level rises so slowly that speech is not mistaken for noise. */
const NOISE_RISE = 1.002;
const NOISE_MAX = 0.02;

/** A stretch of sound in which someone may be speaking. */
export interface Utterance {
  readonly startS: number;
  readonly samples: Float32Array;
}

interface Frame {
  readonly samples: Float32Array;
  readonly loudness: number;
  readonly speaks: boolean;
}

/** Splits a stream of samples at pauses, and skips silence. */
export class Utterances {
  private frames: Frame[] = [];
  private rest = new Float32Array(0);
  /** Index of the first of `frames` in the sound. */
  private first = 0;
  private noise = NOISE_MAX;
  private silent = 0;
  private spoken = 0;

  /** @param samples of any number */
  *push(samples: Float32Array): Generator<Utterance> {
    const all = joinedSamples([this.rest, samples]);
    let at = 0;
    for (; at + FRAME <= all.length; at += FRAME) {
      const found = this.add(all.slice(at, at + FRAME));
      if (found) yield found;
    }
    this.rest = all.slice(at);
  }

  /** The rest when the sound ends. */
  *end(): Generator<Utterance> {
    if (this.spoken >= SPEECH_MIN) yield this.take(this.frames.length - this.silent + MARGIN);
  }

  private add(samples: Float32Array): Utterance | undefined {
    const loudness = loudnessOf(samples);
    this.noise = Math.min(Math.max(Math.min(this.noise * NOISE_RISE, loudness), LOUDNESS_MIN / ABOVE_NOISE), NOISE_MAX);
    const speaks = loudness > Math.max(LOUDNESS_MIN, this.noise * ABOVE_NOISE);
    this.frames.push({ samples, loudness, speaks });
    this.silent = speaks ? 0 : this.silent + 1;
    if (speaks) this.spoken++;
    return this.cut();
  }

  private cut(): Utterance | undefined {
    const { length } = this.frames;
    if (this.spoken === 0) {
      this.forget(length - MARGIN);
      return undefined;
    }
    const ends = this.silent >= SILENCE || (this.silent >= PAUSE && length >= LONG_ENOUGH);
    if (ends && this.spoken < SPEECH_MIN) this.forget(length - MARGIN);
    else if (ends) return this.take(length - this.silent + MARGIN);
    if (length >= LONGEST) return this.take(this.quietest());
    return undefined;
  }

  private quietest(): number {
    const from = this.frames.length - LOOK_BACK;
    const late = this.frames.slice(from);
    const best = late.reduce(
      (found, { loudness }, index) => (loudness < (late[found]?.loudness ?? 0) ? index : found),
      0,
    );
    return from + best;
  }

  private take(count: number): Utterance {
    const startS = this.first / FRAMES_A_SECOND;
    const samples = joinedSamples(this.frames.slice(0, count).map((frame) => frame.samples));
    this.forget(count);
    return { startS, samples };
  }

  private forget(count: number): void {
    if (count <= 0) return;
    this.frames = this.frames.slice(count);
    this.first += count;
    this.spoken = this.frames.filter(({ speaks }) => speaks).length;
    this.silent = this.frames.length - 1 - this.frames.findLastIndex(({ speaks }) => speaks);
  }
}

function loudnessOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}

function joinedSamples(parts: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
