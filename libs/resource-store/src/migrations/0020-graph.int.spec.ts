import { randomUUID } from 'node:crypto';
import { openServiceDatabase } from '@lectern/database';
import { temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { paragraph, understood } from '../../fixtures/extracted';
import { knowledgeBoxSchema } from '../knowledge-box.database';
import { Graph1763700000020 } from './0020-graph';

const limits = { poolMax: 2, statementTimeoutMs: 10_000 };
const before = knowledgeBoxSchema.migrations.indexOf(Graph1763700000020);
const earlier = { ...knowledgeBoxSchema, migrations: knowledgeBoxSchema.migrations.slice(0, before) };

describe('resources of an earlier version', () => {
  let database: TemporaryDatabase;
  beforeEach(async () => (database = await temporaryDatabase()));
  afterEach(() => database.drop());

  it('are in the graph', async () => {
    const kbid = randomUUID();
    const old = await openServiceDatabase(database.url, earlier, limits);
    await old.query(
      `INSERT INTO resources (kbid, id, slug, title, title_is_provisional, summary, summary_is_provisional, icon,
          thumbnail, metadata, language, languages, classifications, hidden, status, version, last_seqid, created, modified,
          labels, title_key, title_words)
        SELECT $1, 'r' || i, 'r' || i, '', true, '', true, '', '', '{}', '', '{}',
          '[{"labelset": "topics", "label": "sea"}]', false, 'PROCESSED', 1, 1, now(), now(), '{}', '', '{}'
        FROM generate_series(1, 450) i`,
      [kbid],
    );
    const entities = [{ label: 'PERSON', text: 'Ada', positions: [{ start: 12, end: 15 }] }];
    await old.query(
      `INSERT INTO extracted_fields (kbid, rid, letter, id, seqid, text, paragraphs, understood, extracted_at)
        SELECT $1, 'r' || i, 't', 'a', 7, '', $2, $3, now() FROM generate_series(1, 450) i`,
      [kbid, JSON.stringify([paragraph(0, 9), paragraph(9, 20)]), JSON.stringify({ ...understood, entities })],
    );
    await old.destroy();

    const now = await openServiceDatabase(database.url, knowledgeBoxSchema, limits);
    expect(
      await now.query(
        `SELECT relation, target_value AS value, count(*)::int FROM graph_edges GROUP BY 1, 2 ORDER BY 1`,
      ),
    ).toEqual([
      { relation: 'ABOUT', value: 'topics/sea', count: 450 },
      { relation: 'ENTITY', value: 'Ada', count: 450 },
    ]);
    expect(
      await now.query(`SELECT letter, id, seqid, place FROM graph_edges WHERE rid = 'r450' AND letter = 't'`),
    ).toEqual([{ letter: 't', id: 'a', seqid: '7', place: { paragraph_id: 'r450/t/a/9-20', kind: 'TEXT' } }]);
    await now.destroy();
  });
});
