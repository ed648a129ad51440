import { randomUUID } from 'node:crypto';
import { openServiceDatabase } from '@lectern/database';
import { temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { knowledgeBoxSchema } from '../knowledge-box.database';
import { Instants1763700000036 } from './0036-instants';

const limits = { poolMax: 2, statementTimeoutMs: 10_000 };
const before = knowledgeBoxSchema.migrations.indexOf(Instants1763700000036);
const earlier = { ...knowledgeBoxSchema, migrations: knowledgeBoxSchema.migrations.slice(0, before) };

describe('dates of the year 0 of an earlier version', () => {
  let database: TemporaryDatabase;
  beforeEach(async () => (database = await temporaryDatabase()));
  afterEach(() => database.drop());

  it('are left out, and all that clients can read stays', async () => {
    const kbid = randomUUID();
    const old = await openServiceDatabase(database.url, earlier, limits);
    const origins = {
      a: { created: '0000-01-01T00:00:00Z', modified: '2024-05-01', tags: ['0000'] },
      b: { created: '0001-01-01', modified: '0000-12-31' },
      c: null,
    };
    for (const [id, origin] of Object.entries(origins))
      await old.query(
        `INSERT INTO resources (kbid, id, slug, title, title_is_provisional, summary, summary_is_provisional, icon,
            thumbnail, metadata, language, languages, classifications, origin, hidden, status, version, last_seqid,
            created, modified, relations, annotations, labels, title_key, title_words)
          VALUES ($1, $2, $2, 't', false, '', false, '', '', '{}', '', '{}', '[]', $3, false, 'PROCESSED', 1, 1,
            now(), now(), '[]', '[]', '{}', '', '{}')`,
        [kbid, id, origin],
      );
    const messages = [{ timestamp: '0000-02-01', text: 'a' }, { timestamp: '2024-02-01' }];
    for (const [position, value] of messages.entries())
      await old.query(
        `INSERT INTO conversation_messages (kbid, rid, id, position, ident, seqid, value, blob_keys, errors, is_pending)
          VALUES ($1, 'a', 'c', $2, $3, 1, $4, '{}', '[]', false)`,
        [kbid, position, String(position), value],
      );
    await old.destroy();

    const now = await openServiceDatabase(database.url, knowledgeBoxSchema, limits);
    expect(await now.query('SELECT id, origin FROM resources ORDER BY id')).toEqual([
      { id: 'a', origin: { modified: '2024-05-01', tags: ['0000'] } },
      { id: 'b', origin: { created: '0001-01-01' } },
      { id: 'c', origin: null },
    ]);
    expect(await now.query('SELECT value FROM conversation_messages ORDER BY position')).toEqual([
      { value: { text: 'a' } },
      { value: { timestamp: '2024-02-01' } },
    ]);
    await now.destroy();
  });
});
