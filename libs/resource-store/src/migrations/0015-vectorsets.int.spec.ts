import { randomUUID } from 'node:crypto';
import { openServiceDatabase } from '@lectern/database';
import { temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { knowledgeBoxSchema } from '../knowledge-box.database';
import { Vectorsets1763700000015 } from './0015-vectorsets';

const limits = { poolMax: 2, statementTimeoutMs: 10_000 };
const before = knowledgeBoxSchema.migrations.indexOf(Vectorsets1763700000015);
const earlier = { ...knowledgeBoxSchema, migrations: knowledgeBoxSchema.migrations.slice(0, before) };

describe('vectorsets of an earlier version', () => {
  let database: TemporaryDatabase;
  beforeEach(async () => (database = await temporaryDatabase()));
  afterEach(() => database.drop());

  it('are one for each box, which lacks what was to be embedded', async () => {
    const [kbid, without] = [randomUUID(), randomUUID()];
    const old = await openServiceDatabase(database.url, earlier, limits);
    await old.query(`INSERT INTO vectorsets VALUES ($1, 'b', 1, '2026-01-01'), ($1, 'a', 1, '2026-02-01')`, [kbid]);
    for (const vectorset of ['a', 'b']) {
      const values = [kbid, vectorset];
      await old.query(
        `INSERT INTO field_vectors (kbid, rid, letter, id, vectorset, part, seqid, vectors)
          VALUES ($1, 'r', 't', 'x', $2, 0, 1, '')`,
        values,
      );
    }
    await old.query(`INSERT INTO unembedded_fields VALUES ($1, 'r', 't', 'y', 1), ($2, 's', 't', 'z', 1)`, [
      kbid,
      without,
    ]);
    await old.destroy();

    const now = await openServiceDatabase(database.url, knowledgeBoxSchema, limits);
    expect(await now.query('SELECT id, fill_cursor, deleted FROM vectorsets')).toEqual([
      { id: 'b', fill_cursor: null, deleted: null },
    ]);
    expect(await now.query('SELECT vectorset FROM field_vectors')).toEqual([{ vectorset: 'b' }]);
    expect(await now.query('SELECT id, vectorset FROM unembedded_fields ORDER BY id')).toEqual([
      { id: 'y', vectorset: 'b' },
      { id: 'z', vectorset: '' },
    ]);
    await now.destroy();
  });
});
