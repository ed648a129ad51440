/** Size of a string with its header and its count, in a map. */
const WORD_BYTES = 90;
/** Longer slices are copied, since a slice would keep the whole text in memory. */
const COPIED_CHARS_MIN = 13;
/** Words are grouped by this many first characters, so that a beginning is looked up in one group. */
const GROUP_CHARS = 2;

/** Number of occurrences of each of many words, grouped so that those with a given beginning are found quickly. */
export class WordCounts {
  private readonly groups = new Map<string, Map<string, number>>();
  private characters = 0;
  private words = 0;

  /** Estimated memory use. */
  get sizeBytes(): number {
    return this.characters + this.words * WORD_BYTES;
  }

  /** Counts the words of a text, between spaces. */
  add(text: string): void {
    for (const word of text.split(' ')) {
      if (word === '') continue;
      const group = this.groupOf(word);
      const count = group.get(word);
      if (count !== undefined) {
        group.set(word, count + 1);
        continue;
      }
      group.set(word.length < COPIED_CHARS_MIN ? word : Buffer.from(word).toString(), 1);
      this.characters += word.length;
      this.words += 1;
    }
  }

  /** Words with this beginning, most frequent first, then alphabetically. */
  beginningWith(beginning: string, limit: number): string[] {
    const found: (readonly [word: string, count: number])[] = [];
    for (const group of this.groupsOf(beginning))
      for (const entry of group) if (entry[0].startsWith(beginning)) found.push(entry);
    const best = found.length <= limit ? found : withoutRare(found, limit);
    const frequent = best.sort(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : Number(a > b)));
    return frequent.slice(0, limit).map(([word]) => word);
  }

  private groupOf(word: string): Map<string, number> {
    const name = word.slice(0, GROUP_CHARS);
    const group = this.groups.get(name) ?? new Map<string, number>();
    if (group.size === 0) this.groups.set(name, group);
    return group;
  }

  private *groupsOf(beginning: string): Iterable<ReadonlyMap<string, number>> {
    if (beginning.length < GROUP_CHARS) {
      for (const [name, group] of this.groups) if (name.startsWith(beginning)) yield group;
      return;
    }
    const group = this.groups.get(beginning.slice(0, GROUP_CHARS));
    if (group) yield group;
  }
}

/** The words as frequent as the last of the best, or more; the rest need not be sorted. */
function withoutRare<T extends readonly [string, number]>(found: readonly T[], limit: number): T[] {
  const counts = Float64Array.from(found, ([, count]) => count).sort();
  const least = counts[counts.length - limit] ?? 0;
  return found.filter(([, count]) => count >= least);
}
