import { randomUUID } from 'node:crypto';
import { openServiceDatabase } from '@lectern/database';
import { temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { knowledgeBoxSchema } from '../knowledge-box.database';
import { VectorParts1763700000005 } from './0005-vector-parts';

const limits = { poolMax: 2, statementTimeoutMs: 10_000 };
const before = knowledgeBoxSchema.migrations.indexOf(VectorParts1763700000005);
const earlier = { ...knowledgeBoxSchema, migrations: knowledgeBoxSchema.migrations.slice(0, before) };
const DIMENSIONS = 3;

describe('vectors of an earlier version', () => {
  let database: TemporaryDatabase;
  beforeEach(async () => (database = await temporaryDatabase()));
  afterEach(() => database.drop());

  it('are split into parts, and fields without vectors in the first vectorset are to be embedded', async () => {
    const kbid = randomUUID();
    const old = await openServiceDatabase(database.url, earlier, limits);
    await old.query(
      `INSERT INTO vectorsets VALUES ($1, 'first', ${DIMENSIONS}, '2026-01-01'), ($1, 'second', ${DIMENSIONS}, '2026-02-01')`,
      [kbid],
    );
    const add = async (id: string, paragraphs: number, vectorset?: string) => {
      const found = JSON.stringify(Array.from({ length: paragraphs }, (_, start) => ({ start, end: start + 1 })));
      await old.query(`INSERT INTO extracted_fields VALUES ($1, 'r', 't', $2, 7, 'text', $3, '{}', now())`, [
        kbid,
        id,
        found,
      ]);
      const floats = Float32Array.from({ length: paragraphs * DIMENSIONS }, (_, i) => i);
      const parameters = [kbid, id, vectorset, Buffer.from(floats.buffer)];
      if (vectorset) await old.query(`INSERT INTO field_vectors VALUES ($1, 'r', 't', $2, $3, 7, $4)`, parameters);
    };
    await add('book', 130, 'first');
    await add('note', 64, 'first');
    await add('elsewhere', 2, 'second');
    await add('late', 2);
    await add('empty', 0);
    await old.destroy();

    const now = await openServiceDatabase(database.url, knowledgeBoxSchema, limits);
    const rows: { id: string; part: number; seqid: string; vectors: Buffer }[] = await now.query(
      `SELECT id, part, seqid, vectors FROM field_vectors WHERE vectorset = 'first' ORDER BY id, part`,
    );
    const size = 4 * DIMENSIONS;
    expect(rows.map(({ id, part, seqid, vectors }) => [id, part, seqid, vectors.length / size])).toEqual([
      ['book', 0, '7', 64],
      ['book', 1, '7', 64],
      ['book', 2, '7', 2],
      ['note', 0, '7', 64],
    ]);
    const book = Buffer.concat(rows.filter(({ id }) => id === 'book').map(({ vectors }) => vectors));
    const floats = Array.from({ length: 130 * DIMENSIONS }, (_, i) => book.readFloatLE(4 * i));
    expect(floats).toEqual(floats.map((_, i) => i));
    const unembedded: object[] = await now.query('SELECT id, seqid FROM unembedded_fields ORDER BY id');
    expect(unembedded).toEqual([
      { id: 'elsewhere', seqid: '7' },
      { id: 'late', seqid: '7' },
    ]);
    await now.destroy();
  });
});
