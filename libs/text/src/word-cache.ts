/**
 * Cached results for words, in two generations: when the young one is full the old one is forgotten. Words follow
 * Zipf's law, so that 9 of 10 are known; larger ones were slower, and a general cache cost as much as all the rest.
 */
export class WordCache<T> {
  private young = new Map<string, T>();
  private old = new Map<string, T>();

  /** @param sizeMax words of one generation; at most twice as many are held */
  constructor(private readonly sizeMax: number) {}

  get(word: string): T | undefined {
    const found = this.young.get(word);
    if (found !== undefined) return found;
    const earlier = this.old.get(word);
    if (earlier !== undefined) this.set(word, earlier);
    return earlier;
  }

  set(word: string, value: T): void {
    if (this.young.size >= this.sizeMax) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(detached(word), value);
  }
}

/** A copy that does not keep the text it was cut from in memory. */
function detached(word: string): string {
  return ` ${word}`.slice(1);
}
