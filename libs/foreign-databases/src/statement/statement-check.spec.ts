import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SqlDialect, sqlDialects } from '../dialect';
import { checkStatement, STATEMENT_CHARS_MAX } from './statement-check';

const linesOf = (name: string) =>
  readFileSync(join(__dirname, '../../fixtures', `${name}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
const check = (statement: string, dialect: SqlDialect) => checkStatement({ statement, dialect }, { owner: 'agent' });
const tablesOf = async (statement: string, dialect: SqlDialect) => {
  const verdict = await check(statement, dialect);
  return 'problem' in verdict ? verdict.problem : verdict.tables.map(({ schema, name }) => [schema, name].join('.'));
};

describe.each(sqlDialects)('a statement of %s', (dialect) => {
  it('is refused unless it is one query that changes nothing', async () => {
    const refused = linesOf(`refused.${dialect}`);
    expect(refused.length).toBeGreaterThanOrEqual(100);
    const passed: string[] = [];
    for (const statement of refused) if (!('problem' in (await check(statement, dialect)))) passed.push(statement);
    // These name tables and views that no schema has: the check of tables refuses them.
    const named = passed.filter((statement) => !/ FROM (pragma_|sqlite_)/.test(statement));
    expect(named).toEqual([]);
  });

  it('is read when it is', async () => {
    for (const statement of linesOf(`allowed.${dialect}`))
      expect([statement, await check(statement, dialect)]).toEqual([statement, { tables: expect.any(Array) }]);
  });

  it('names its tables, wherever they are', async () => {
    const statement =
      'WITH c AS (SELECT * FROM a) SELECT (SELECT max(x) FROM b) FROM c JOIN (SELECT 1 AS x FROM d) e ON e.x IN ' +
      '(SELECT x FROM f UNION SELECT x FROM s.g)';
    expect(await tablesOf(statement, dialect)).toEqual(['.a', '.b', '.d', '.f', 's.g'].toSorted());
  });

  it('does not hide a table behind a query of the same name elsewhere', async () => {
    const outside = 'SELECT * FROM t WHERE x IN (WITH t AS (SELECT 1 AS x) SELECT x FROM t)';
    expect(await tablesOf(outside, dialect)).toEqual(['.t']);
    const before = 'WITH a AS (SELECT * FROM t), t AS (SELECT 1) SELECT * FROM a';
    expect(await tablesOf(before, dialect)).toEqual(['.t']);
    const itself = 'WITH t AS (SELECT * FROM t) SELECT * FROM t';
    expect(await tablesOf(itself, dialect)).toEqual(['.t']);
    const other = 'WITH T1 AS (SELECT 1) SELECT * FROM "T1" x, t1';
    if (dialect === 'sqlite') expect(await tablesOf(other, dialect)).toEqual(['.t1']);
  });

  it('has bounds', async () => {
    const deep = `SELECT ${'('.repeat(5_000)}1${')'.repeat(5_000)}`;
    // The parser of PostgreSQL drops parentheses.
    const isDropped = dialect === 'postgresql';
    expect(await check(deep, dialect)).toEqual(isDropped ? { tables: [] } : { problem: expect.any(String) });
    expect(await check(`SELECT '${'x'.repeat(STATEMENT_CHARS_MAX)}'`, dialect)).toEqual({
      problem: `A statement has at most ${STATEMENT_CHARS_MAX} characters`,
    });
    expect(await check('SELECT 1', dialect)).toEqual({ tables: [] });
  });
});
