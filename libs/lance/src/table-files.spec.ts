import { cpSync, readFileSync, renameSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Index } from '@lancedb/lancedb';
import { everyFileBelow } from '@lectern/testing';
import { TableFiles } from './table-files';
import { rowsOf, temporaryTable } from './table.fixture';

/** Makes files look as if they were written a while ago. */
const settle = (files: readonly string[]) => files.forEach((file) => utimesSync(file, 1_000, 1_000));

describe('the files of a table', () => {
  let made: Awaited<ReturnType<typeof temporaryTable>>;
  let files: string[];

  beforeEach(async () => {
    made = await temporaryTable();
    const { table, path } = made;
    await table.add(rowsOf('a', 300));
    await table.createIndex('text', { config: Index.fts() });
    await table.createIndex('rid', { config: Index.btree() });
    await table.createIndex('tags', { config: Index.labelList() });
    await table.add(rowsOf('b', 10));
    await table.delete(`rid = 'a' AND id <> 'a/t/body/1'`);
    await table.optimize();
    await table.add(rowsOf('c', 10));
    await table.delete(`id = 'c/t/body/1'`);
    files = everyFileBelow(path);
    settle(files);
  });
  afterEach(() => made.remove());

  const problem = () => new TableFiles(made.path).problem();
  const some = (ending: string) => files.find((file) => file.endsWith(ending)) ?? '';

  it('are in order as LanceDB writes them, and while it writes more', async () => {
    const known = new TableFiles(made.path);
    expect(await known.problem()).toBeUndefined();
    for (let n = 0; n < 5; n += 1) {
      await made.table.add(rowsOf(`d${n}`, 10));
      await made.table.optimize();
      expect([await known.problem(), await problem()]).toEqual([undefined, undefined]);
    }
  });

  it.each(['.lance', '.manifest', '.arrow'])(
    'are damaged when one does not end as LanceDB ends it: %s',
    async (ending) => {
      const file = some(ending);
      const { length } = readFileSync(file);
      for (const harm of [
        () => truncateSync(file, Math.floor(length / 2)),
        () => writeFileSync(file, Buffer.alloc(length)),
      ]) {
        harm();
        settle([file]);
        expect(await problem()).toMatch(/it does not end as such a file ends$/);
      }
    },
  );

  it('are damaged when a footer names parts that the file does not have, however young it is', async () => {
    const file = some('.lance');
    const content = readFileSync(file);
    content.writeUInt32LE(0xb0_00_00_00, content.length - 16);
    writeFileSync(file, content);
    expect(await problem()).toMatch(/\.lance: its footer names parts that are outside of it$/);
  });

  it('are in order when the table was dropped and made again, with files of the same names', async () => {
    const known = new TableFiles(made.path);
    expect(await known.problem()).toBeUndefined();
    const again = `${made.path}.again`;
    cpSync(made.path, again, { recursive: true });
    rmSync(made.path, { recursive: true });
    renameSync(again, made.path);
    files.forEach((file) => utimesSync(file, 2_000, 2_000));
    expect([await known.problem(), await known.problem()]).toEqual([undefined, undefined]);
  });

  it('are damaged when one has changed since it was seen, although it looks like one that LanceDB wrote', async () => {
    const known = new TableFiles(made.path);
    expect(await known.problem()).toBeUndefined();
    const content = readFileSync(some('.lance'));
    content[10] = (content[10] ?? 0) ^ 1;
    writeFileSync(some('.lance'), content);
    expect(await known.problem()).toMatch(/\.lance: it was changed$/);
    expect(await problem()).toBeUndefined();
  });

  it('are damaged when the newest version is gone that LanceDB noted', async () => {
    const newest = files.find((file) => file.endsWith('.manifest')) ?? '';
    rmSync(newest);
    expect(await problem()).toMatch(/^its newest version, \d+, is gone$/);
    rmSync(some('latest_version_hint.json'));
    expect(await problem()).toBeUndefined();
  });

  it('have no problem while one is young, or where there is no table', async () => {
    writeFileSync(some('.lance'), 'just begun');
    expect(await problem()).toBeUndefined();
    expect(await new TableFiles(join(made.path, 'none')).problem()).toBeUndefined();
  });
});
