/**
 * Mixes channels into one and converts a stream of samples to another rate: when the rate falls, a new sample is the
 * mean of the samples it covers, which filters frequencies above the new limit; when it rises, linear interpolation.
 */
export class Resampler {
  private readonly step: number;
  private pending = new Float32Array(0);
  /** Input samples before `pending`, and output samples so far: positions are exact, however the sound arrives. */
  private taken = 0;
  private made = 0;

  constructor(from: number, to: number) {
    this.step = from / to;
  }

  /** @param channels of the same length */
  push(channels: readonly Float32Array[]): Float32Array {
    const all = this.append(channels);
    const samples: number[] = [];
    while (this.endOfNext - this.taken < all.length) {
      samples.push(this.nextOf(all));
      this.made++;
    }
    const used = Math.min(Math.floor(this.made * this.step) - this.taken, all.length);
    this.pending = all.slice(used);
    this.taken += used;
    return Float32Array.from(samples);
  }

  private get endOfNext(): number {
    return Math.floor(this.made * this.step + Math.max(this.step, 1));
  }

  private nextOf(all: Float32Array): number {
    const position = this.made * this.step;
    const first = Math.floor(position) - this.taken;
    if (this.step <= 1) {
      const share = position - Math.floor(position);
      return (all[first] ?? 0) * (1 - share) + (all[first + 1] ?? 0) * share;
    }
    const end = this.endOfNext - this.taken;
    let sum = 0;
    for (let i = first; i < end; i++) sum += all[i] ?? 0;
    return sum / (end - first);
  }

  private append(channels: readonly Float32Array[]): Float32Array<ArrayBuffer> {
    const [first] = channels;
    const length = first?.length ?? 0;
    const all = new Float32Array(this.pending.length + length);
    all.set(this.pending);
    for (const channel of channels) {
      for (let i = 0; i < length; i++) {
        const position = this.pending.length + i;
        all[position] = (all[position] ?? 0) + (channel[i] ?? 0) / channels.length;
      }
    }
    return all;
  }
}
