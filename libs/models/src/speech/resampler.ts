/**
 * Mixes channels into one and brings a stream of samples to another rate: the mean of what a new sample covers where
 * the rate falls, which keeps out what the new rate cannot carry, and the line between two samples where it rises.
 */
export class Resampler {
  private readonly step: number;
  private pending = new Float32Array(0);
  /** Samples before `pending`, and new ones that were made: places are exact, however the sound arrives. */
  private taken = 0;
  private made = 0;

  constructor(from: number, to: number) {
    this.step = from / to;
  }

  /** @param channels of the same length */
  push(channels: readonly Float32Array[]): Float32Array {
    const all = this.append(channels);
    const width = Math.max(this.step, 1);
    const samples: number[] = [];
    for (let at = this.next; at + width < all.length; at = this.next) {
      samples.push(valueAt(all, at, width));
      this.made++;
    }
    const used = Math.min(Math.floor(this.next), all.length);
    this.pending = all.slice(used);
    this.taken += used;
    return Float32Array.from(samples);
  }

  private get next(): number {
    return this.made * this.step - this.taken;
  }

  private append(channels: readonly Float32Array[]): Float32Array<ArrayBuffer> {
    const [first] = channels;
    const length = first?.length ?? 0;
    const all = new Float32Array(this.pending.length + length);
    all.set(this.pending);
    for (const channel of channels) {
      for (let i = 0; i < length; i++) {
        const place = this.pending.length + i;
        all[place] = (all[place] ?? 0) + (channel[i] ?? 0) / channels.length;
      }
    }
    return all;
  }
}

function valueAt(all: Float32Array, from: number, width: number): number {
  if (width <= 1) {
    const whole = Math.floor(from);
    const share = from - whole;
    return (all[whole] ?? 0) * (1 - share) + (all[whole + 1] ?? 0) * share;
  }
  let sum = 0;
  const end = Math.floor(from + width);
  for (let i = Math.floor(from); i < end; i++) sum += all[i] ?? 0;
  return sum / (end - Math.floor(from));
}
