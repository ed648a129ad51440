/** A string with its header and its count, in a map. */
const WORD_BYTES = 90;
/** A longer part of a text would keep the whole text in memory. */
const COPIED_CHARS_MIN = 13;
/** Words are grouped by their first characters, this many of them: a beginning is looked for in one group. */
const GROUP_CHARS = 2;

/** How often each of many words is said, grouped so that those with a beginning are quickly found. */
export class WordCounts {
  private readonly groups = new Map<string, Map<string, number>>();
  private characters = 0;
  private words = 0;

  /** About what it takes in memory. */
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

  /** Words that begin so, those that are said most often first, then by their letters. */
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

/** Those that are said as often as the last of the best, or more often: the rest needs no order. */
function withoutRare<T extends readonly [string, number]>(found: readonly T[], limit: number): T[] {
  const counts = Float64Array.from(found, ([, count]) => count).sort();
  const least = counts[counts.length - limit] ?? 0;
  return found.filter(([, count]) => count >= least);
}
