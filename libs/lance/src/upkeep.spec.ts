import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Connection, Index, type Table } from '@lancedb/lancedb';
import { Field, Float64, Schema, Utf8 } from 'apache-arrow';
import { toArrow } from './arrow-rows';
import { createMissingIndexes, type TableIndex } from './table-index';
import { Upkeep } from './upkeep';

const schema = new Schema([
  new Field('rid', new Utf8(), false),
  new Field('created', new Float64(), false),
  new Field('modified', new Float64(), false),
]);
const often: TableIndex = { column: 'rid', config: () => Index.btree() };
const rarely: TableIndex = { column: 'created', config: () => Index.btree(), rarely: true };
const nothingYet = { rows: 0, fragments: 0, unindexedRows: 0, rareUnindexedRows: 0 };

describe('Upkeep', () => {
  let folder: string;
  let connection: Connection;
  let table: Table;
  let next = 0;
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'upkeep-'));
    connection = await connect(folder);
    table = await connection.createEmptyTable('table', schema);
    warnings.length = 0;
  });

  afterEach(async () => {
    connection.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function keep(indexes: readonly TableIndex[], afterCommits?: number): Promise<Upkeep> {
    await createMissingIndexes(table, indexes, { rows: 0 });
    return new Upkeep(table, nothingYet, { indexes, afterCommits, warn });
  }

  async function addRow(upkeep: Upkeep): Promise<void> {
    next += 1;
    const { version } = await table.add(toArrow(schema, [{ rid: `r${next}`, created: next, modified: next }]));
    upkeep.noteAdded(1, version);
  }

  async function add(upkeep: Upkeep, commits: number): Promise<void> {
    for (let i = 0; i < commits; i += 1) await upkeep.during(() => addRow(upkeep));
  }

  async function pretendToAdd(upkeep: Upkeep, rows: number): Promise<void> {
    await upkeep.during(async () => upkeep.noteAdded(rows, await table.version()));
  }

  async function until(reached: () => Promise<boolean> | boolean): Promise<void> {
    while (!(await reached())) await sleep(5);
  }

  async function unindexed(column: string): Promise<number | undefined> {
    return (await table.listIndices()).find(({ columns }) => columns[0] === column)?.numUnindexedRows;
  }

  it('indexes again when searches would scan too much, what is rarely asked not yet', async () => {
    const upkeep = await keep([often, rarely]);
    await add(upkeep, 30);
    expect([await unindexed('rid'), await unindexed('created')]).toEqual([30, 30]);
    await add(upkeep, 10);
    await until(async () => ((await unindexed('rid')) ?? 40) < 10);
    expect(await unindexed('created')).toBe(40);
    expect(upkeep.debtMs).toBeLessThan(1);
    await upkeep.stop();
  });

  it('indexes everything again when much is missing', async () => {
    const upkeep = await keep([often, rarely]);
    await add(upkeep, 5);
    await pretendToAdd(upkeep, 10_000);
    await until(async () => (await unindexed('created')) === 0);
    await upkeep.stop();
  });

  it('compacts after so many commits, and says when the table can be changed in place', async () => {
    const upkeep = await keep([often, rarely], 20);
    await add(upkeep, 20);
    await upkeep.readyToReplace();
    expect((await table.stats()).fragmentStats.numFragments).toBe(1);
    await until(async () => (await unindexed('rid')) === 0 && (await unindexed('created')) === 0);
    await upkeep.stop();
  });

  it('does not begin to move rows during a write', async () => {
    const upkeep = await keep([often], 10);
    await upkeep.during(async () => {
      for (let i = 0; i < 20; i += 1) await addRow(upkeep);
      await sleep(20);
      expect((await table.stats()).fragmentStats.numFragments).toBe(20);
    });
    await until(async () => (await table.stats()).fragmentStats.numFragments === 1);
    await upkeep.stop();
  });

  it('does not do so either when the write begins while files are examined', async () => {
    await createMissingIndexes(table, [often], { rows: 0 });
    const { promise: examined, resolve: endExamination } = Promise.withResolvers<void>();
    const upkeep = new Upkeep(table, nothingYet, { indexes: [often], afterCommits: 2, warn, examine: () => examined });
    await add(upkeep, 2);
    await upkeep.during(async () => {
      await addRow(upkeep);
      endExamination();
      await sleep(50);
      expect((await table.stats()).fragmentStats.numFragments).toBe(3);
    });
    await until(async () => (await table.stats()).fragmentStats.numFragments === 1);
    expect(warnings).toEqual([]);
    await upkeep.stop();
  });

  it('lets rows to replace be found by an index, however few they are', async () => {
    const upkeep = await keep([{ ...often, locates: true }, rarely]);
    await add(upkeep, 1);
    await upkeep.readyToReplace();
    expect(await unindexed('rid')).toBe(1);
    await add(upkeep, 1);
    await Promise.all([upkeep.readyToReplace(), upkeep.readyToReplace()]);
    expect([await unindexed('rid'), await unindexed('created')]).toEqual([0, 2]);
    await upkeep.stop();
  });

  it('makes an index when the table has become large enough for it', async () => {
    const large: TableIndex = {
      column: 'modified',
      config: () => Index.btree(),
      segmented: { rowsMin: 30, segmentsMax: 4 },
    };
    const upkeep = await keep([often, large], 20);
    await add(upkeep, 20);
    await upkeep.readyToReplace();
    expect(await unindexed('modified')).toBeUndefined();
    await add(upkeep, 20);
    await until(async () => (await unindexed('modified')) === 0);
    await upkeep.stop();
  });

  it('says that it failed and leaves the table as it is', async () => {
    const indexes = [{ ...often, column: 'absent' }];
    const upkeep = new Upkeep(table, nothingYet, { indexes, warn });
    await pretendToAdd(upkeep, 10_000);
    await until(() => warnings.length > 0);
    expect(warnings).toEqual([expect.stringContaining('The index table table was not maintained')]);
    await pretendToAdd(upkeep, 10_000);
    await upkeep.stop();
    expect(warnings).toHaveLength(1);
  });

  it('tries again after a failure, also when nothing is written any more', async () => {
    await createMissingIndexes(table, [often], { rows: 0 });
    let examinations = 0;
    const examine = async () => {
      examinations += 1;
      if (examinations === 1) throw new Error('The disk is busy');
    };
    // Longer than the time after which a pause in writes is noticed.
    const upkeep = new Upkeep(table, nothingYet, { indexes: [often], warn, examine, failurePauseMs: 6_000 });
    await add(upkeep, 40);
    await until(async () => (await unindexed('rid')) === 0);
    expect(warnings).toEqual([expect.stringContaining('The disk is busy')]);
    await upkeep.stop();
  });
});
