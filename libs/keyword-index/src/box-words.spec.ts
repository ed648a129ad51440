import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Connection, type Table } from '@lancedb/lancedb';
import { BoxWords } from './box-words';

const VISIBLE = 'hidden = false';
const PAUSE_MS = 5;

describe('the words of a box', () => {
  let folder: string;
  let connection: Connection;
  let table: Table;
  let openings = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'words-'));
    connection = await connect(folder);
  });
  beforeEach(async () => {
    openings += 1;
    const rows = Array.from({ length: 3_000 }, (_, i) => ({ words: `lamp w${i} lamb`, hidden: i % 3 === 0 }));
    table = await connection.createTable(`table-${openings}`, rows);
  });
  afterAll(async () => {
    connection.close();
    await rm(folder, { recursive: true, force: true });
  });

  const of = (words: BoxWords, condition = VISIBLE) =>
    words.of({ table, opening: openings, condition, state: () => table.version() });

  async function known(words: BoxWords) {
    for (;;) {
      const counts = await of(words);
      if (counts) return counts;
      await sleep(PAUSE_MS);
    }
  }

  it('are read when beginnings were asked for several times, those of the filter only', async () => {
    const words = new BoxWords();
    for (let i = 0; i < 5; i += 1) expect(await of(words)).toBeUndefined();
    const counts = await known(words);
    expect(counts.beginningWith('la', 50)).toEqual(['lamb', 'lamp']);
    expect([counts.beginningWith('w1', 5), counts.beginningWith('w3', 1)]).toEqual([
      ['w1', 'w10', 'w100', 'w1000', 'w1001'],
      ['w301'],
    ]);
    expect(await of(words, 'hidden = true')).toBeUndefined();
  });

  it('have those of rows that were written since', async () => {
    const words = new BoxWords();
    await known(words);
    await table.add([
      { words: 'lantern lantern', hidden: false },
      { words: 'landing', hidden: true },
    ]);
    const asked = await Promise.all([of(words), of(words)]);
    for (const counts of asked) expect(counts?.beginningWith('lan', 50)).toEqual(['lantern']);
    await table.update({ where: `words = 'landing'`, values: { hidden: 'false' } });
    expect((await of(words))?.beginningWith('lan', 50)).toEqual(['lantern', 'landing']);
  });

  it('are read again as a whole when much was written again', async () => {
    const words = new BoxWords();
    await known(words);
    for (let i = 0; i < 3; i += 1) {
      await table.update({ valuesSql: { words: `replace(words, 'lamp', 'lantern')` } });
      await of(words);
    }
    expect((await known(words)).beginningWith('la', 50)).toEqual(['lamb', 'lantern']);
  });

  it('are not kept where they take more than their share', async () => {
    const words = new BoxWords({ all: 2 ** 20, each: 2 ** 12 });
    for (let i = 0; i < 50; i += 1) {
      expect(await of(words)).toBeUndefined();
      await sleep(PAUSE_MS);
    }
  });
});
