import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqlite } from './sqlite-session';

const bounds = { rowsMax: 10, bytesMax: 10_000, timeoutMs: 5_000 };

describe('a file of SQLite', () => {
  let folder: string;

  beforeEach(async () => {
    const place = await mkdtemp(join(tmpdir(), 'lectern-sqlite-'));
    folder = join(place, 'allowed');
    await mkdir(join(folder, 'inner'), { recursive: true });
    for (const name of ['outside.db', 'allowed/a.db', 'allowed/inner/b.db']) {
      const database = new DatabaseSync(join(place, name));
      database.exec("CREATE TABLE t (x); INSERT INTO t VALUES (1), (9007199254740993), (1.5), (x'00ff'), (NULL)");
      database.close();
    }
    await symlink(join(place, 'outside.db'), join(folder, 'link.db'));
    await symlink(place, join(folder, 'parent'));
    await writeFile(join(folder, 'text.db'), 'This is no database, whatever its name says. '.repeat(100));
  });
  afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

  it('is read below the folder of the operator', async () => {
    for (const path of ['a.db', 'inner/b.db', 'inner/../a.db']) {
      const session = await openSqlite(path, folder);
      const { rows } = await session.query('SELECT x FROM t', bounds);
      expect(rows.map(([x]) => x)).toEqual([1, '9007199254740993', 1.5, '2 bytes', null]);
      session.close();
    }
  });

  it('is not read anywhere else', async () => {
    const outside = [
      '../outside.db',
      '/etc/passwd',
      'link.db',
      'parent/outside.db',
      'inner',
      '.',
      'gone.db',
      'inner/../../outside.db',
    ];
    for (const path of outside)
      await expect(openSqlite(path, folder)).rejects.toMatchObject({
        code: 'invalid_request',
        message: 'The database has no such file',
      });
    await expect(openSqlite('a.db', undefined)).rejects.toThrow('the operator has to set SQLITE_FOLDER');
  });

  it('has to be a database', async () => {
    await expect(openSqlite('text.db', folder)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
