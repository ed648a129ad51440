import { Index, type Table } from '@lancedb/lancedb';
import { toArrow } from './arrow-rows';
import { Compaction } from './compaction';
import { rowsOf, schema, temporaryTable } from './table.fixture';

describe('Compaction', () => {
  let table: Table;
  let remove: () => Promise<void>;

  beforeEach(async () => {
    ({ table, remove } = await temporaryTable());
    for (let i = 0; i < 20; i += 1) await table.add(toArrow(schema, rowsOf(`r${i}`, 200, { text: `word${i} text` })));
    await table.createIndex('text', { config: Index.fts({ withPosition: true }) });
    await table.createIndex('rid', { config: Index.btree() });
  });

  afterEach(() => remove());

  const start = () => new Compaction(table, new Date(0));
  const fragments = async () => (await table.stats()).fragmentStats.numFragments;

  it('does not fail when rows are taken away as soon as it has moved them', async () => {
    for (let round = 0; round < 5; round += 1) {
      for (let i = 0; i < 5; i += 1) await table.add(toArrow(schema, rowsOf(`new${round}.${i}`, 20)));
      const compaction = start();
      const { version } = await table.add(toArrow(schema, rowsOf(`beside${round}`, 1)));
      compaction.noteCommit(version);
      await compaction.rowsMoved();
      expect(await fragments()).toBeLessThanOrEqual(3);
      await table.delete(`rid = 'r${round}'`);
      await compaction.ended;
    }
    expect(await table.countRows()).toBe(15 * 200 + 5 * 101);
  });

  it('has moved all rows when there is nothing to move, and when it has failed', async () => {
    await start().ended;
    const nothing = start();
    await Promise.all([nothing.rowsMoved(), nothing.ended]);
    for (let i = 0; i < 5; i += 1) await table.add(toArrow(schema, rowsOf(`new${i}`, 20)));
    const failing = start();
    await table.delete(`rid LIKE 'r%'`);
    await Promise.all([failing.rowsMoved(), failing.ended.catch(() => undefined)]);
  });
});
