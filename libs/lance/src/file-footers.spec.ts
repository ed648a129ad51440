import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '@lectern/testing';
import { Index } from '@lancedb/lancedb';
import { footerProblem, unreadableFile } from './file-footers';
import { rowsOf, temporaryTable } from './table.fixture';

describe('footers of files', () => {
  it('are in order in every file that LanceDB writes, and tell one that would end the process', async () => {
    const { table, path, remove } = await temporaryTable();
    await table.add(rowsOf('a', 300));
    await table.createIndex('text', { config: Index.fts() });
    await table.createIndex('rid', { config: Index.btree() });
    await table.add(rowsOf('b', 10));
    await table.optimize();
    const files = filesBelow(path).filter((name) => name.endsWith('.lance'));
    expect(files.length).toBeGreaterThan(5);
    expect(await unreadableFile(path)).toBeUndefined();

    const [file = ''] = files;
    const content = readFileSync(file);
    content.writeUInt32LE(0xb0_00_00_00, content.length - 16);
    writeFileSync(file, content);
    expect(await unreadableFile(path)).toMatch(/\.lance: its footer names parts that are outside of it$/);
    await remove();
  });

  it('are not looked for in files that have none, or in a table that is not there', async () => {
    expect(footerProblem(Buffer.alloc(40, 0xff), 100)).toBeUndefined();
    expect(footerProblem(Buffer.from('short'), 5)).toBeUndefined();
    expect(await unreadableFile(join(__dirname, 'none.lance'))).toBeUndefined();
  });
});
