import { seeded } from '@lectern/evaluation';

const WORDS = 20_000;
const WORDS_PER_PARAGRAPH = 60;

/** Text with the word frequencies of a natural language (Zipf), always the same for the same seed. */
export class SyntheticText {
  private readonly random: () => number;
  private readonly cumulative: Float64Array;

  constructor(seed: number) {
    this.random = seeded(seed);
    this.cumulative = new Float64Array(WORDS);
    let sum = 0;
    for (let rank = 0; rank < WORDS; rank += 1) this.cumulative[rank] = sum += 1 / (rank + 3);
  }

  paragraph(): string {
    const words = Array.from({ length: WORDS_PER_PARAGRAPH }, () => this.word());
    return `The ${words.join(' ')}.`;
  }

  /** Three words, neither the most common ones nor unknown. */
  query(): string {
    return Array.from({ length: 3 }, () => wordOf(50 + Math.floor(this.random() * 1_500))).join(' ');
  }

  private word(): string {
    const target = this.random() * (this.cumulative[WORDS - 1] ?? 1);
    let [low, high] = [0, WORDS - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.cumulative[middle] ?? 0) < target) low = middle + 1;
      else high = middle;
    }
    return wordOf(low);
  }
}

const onsets = ['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'br', 'st', 'tr', 'pl'];
const vowels = ['a', 'e', 'i', 'o', 'u', 'ea', 'ou'];

function wordOf(rank: number): string {
  let [rest, word] = [rank + 1, ''];
  while (rest > 0) {
    word += (onsets[rest % onsets.length] ?? '') + (vowels[Math.floor(rest / onsets.length) % vowels.length] ?? '');
    rest = Math.floor(rest / (onsets.length * vowels.length));
  }
  return `${word}l`;
}
