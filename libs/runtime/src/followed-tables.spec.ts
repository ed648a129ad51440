import { setTimeout as sleep } from 'node:timers/promises';
import { FollowedTables, type FollowedTablesOptions, type TableSource } from './followed-tables';

const ALL_BYTES_MAX = 100_000;
const EACH_BYTES_MAX = 10_000;
let names = 0;

/** A list that is copied into a table, at a hundred bytes per word. */
class Words {
  readonly all: string[] = [];
  reads = 0;
  failure?: Error;
  followed: 'current' | 'stale' | 'busy' = 'current';

  readonly source: TableSource<{ readonly words: Set<string>; readonly sizeBytes: number }> = {
    sizeBytesMax: EACH_BYTES_MAX,
    readAll: async () => {
      this.reads += 1;
      await this.read();
      const words = new Set(this.all);
      const table = {
        words,
        get sizeBytes() {
          return words.size * 100;
        },
      };
      return table.sizeBytes > EACH_BYTES_MAX ? undefined : table;
    },
    readLater: async ({ words }) => {
      const now = [...this.all];
      await this.read();
      for (const word of now) words.add(word);
      return this.followed;
    },
  };

  private async read(): Promise<void> {
    await sleep(1);
    if (this.failure) throw this.failure;
  }
}

describe('tables that follow what they are read from', () => {
  const tablesOf = (options: Partial<FollowedTablesOptions> = {}) =>
    new FollowedTables<{ readonly words: Set<string>; readonly sizeBytes: number }>({
      name: `words ${(names += 1)}`,
      sizeBytesMax: ALL_BYTES_MAX,
      ...options,
    });

  async function untilKept(tables: ReturnType<typeof tablesOf>, { source }: Words) {
    for (;;) {
      const table = await tables.of('box', source);
      if (table) return table;
      await sleep(1);
    }
  }

  it('are read after the first request, once, and have what was written before a request began', async () => {
    const [tables, words] = [tablesOf(), new Words()];
    words.all.push('lamp');
    expect(await Promise.all([1, 2, 3].map(() => tables.of('box', words.source)))).toEqual(Array(3).fill(undefined));
    await untilKept(tables, words);
    words.all.push('lantern');
    const first = tables.of('box', words.source);
    words.all.push('land');
    const [one, other] = await Promise.all([first, tables.of('box', words.source)]);
    expect([...(one?.words ?? [])].slice(0, 2)).toEqual(['lamp', 'lantern']);
    expect(other?.words.has('land')).toBe(true);
    expect(words.reads).toBe(1);
  });

  it('are read only after a number of requests where that is wanted', async () => {
    const [tables, words] = [tablesOf({ askedBefore: 2 }), new Words()];
    for (let asked = 0; asked < 2; asked += 1) await tables.of('box', words.source);
    await sleep(5);
    expect(words.reads).toBe(0);
    await untilKept(tables, words);
    expect(words.reads).toBe(1);
  });

  it('are not read again while nothing was written', async () => {
    const [tables, words] = [tablesOf(), new Words()];
    const readLater = () => Promise.reject(new Error('read'));
    await untilKept(tables, words);
    const source = { ...words.source, isCurrent: async () => true, readLater };
    expect(await tables.of('box', source)).toBeDefined();
    await expect(tables.of('box', { ...source, isCurrent: async () => false })).rejects.toThrow('read');
  });

  it('fail a request whose later rows cannot be read, and are there for the next one', async () => {
    const [tables, words] = [tablesOf(), new Words()];
    await untilKept(tables, words);
    words.failure = new Error('away');
    await expect(tables.of('box', words.source)).rejects.toThrow('away');
    words.failure = undefined;
    expect(await tables.of('box', words.source)).toBeDefined();
  });

  it('are read anew at once when they are stale, and after a rest when much changes or reading fails', async () => {
    const [tables, words] = [tablesOf({ restMs: 30 }), new Words()];
    await untilKept(tables, words);
    words.followed = 'stale';
    expect(await tables.of('box', words.source)).toBeUndefined();
    words.followed = 'current';
    await untilKept(tables, words);
    expect(words.reads).toBe(2);
    words.followed = 'busy';
    for (let asked = 0; asked < 3; asked += 1) expect(await tables.of('box', words.source)).toBeUndefined();
    expect(words.reads).toBe(2);
    words.followed = 'current';
    words.failure = new Error('away');
    while (words.reads < 4) {
      expect(await tables.of('box', words.source)).toBeUndefined();
      await sleep(5);
    }
    words.failure = undefined;
    expect(await untilKept(tables, words)).toBeDefined();
  });

  it('are given up when they grow too large, and not kept when they are at first', async () => {
    const [tables, words] = [tablesOf(), new Words()];
    await untilKept(tables, words);
    words.all.push(...Array.from({ length: 101 }, (_, i) => `word ${i}`));
    for (let asked = 0; asked < 20; asked += 1) expect(await tables.of('box', words.source)).toBeUndefined();
    expect(words.reads).toBe(1);
    for (let asked = 0; asked < 20; asked += 1) {
      expect(await tables.of('other', words.source)).toBeUndefined();
      await sleep(1);
    }
    expect(words.reads).toBe(2);
  });

  it('make room for each other: the one that nobody asked for longest is forgotten', async () => {
    const [tables, words] = [tablesOf({ sizeBytesMax: 5_000 }), new Words()];
    words.all.push(...Array.from({ length: 20 }, (_, i) => `word ${i}`));
    await untilKept(tables, words);
    while (!(await tables.of('other', words.source))) await sleep(1);
    expect(await tables.of('box', words.source)).toBeUndefined();
  });
});
