import { randomUUID } from 'node:crypto';
import { unrestricted } from '@lectern/contracts/core';
import type { GraphQuery } from '@lectern/contracts/knowledge-box';
import { medianMs } from '../../../resource-store/fixtures/median';
import { RowsWorld } from '../../../resource-store/fixtures/rows-world';
import { KeyValueRepository } from '../kv-schema/key-value.repository';
import { GraphNamesRepository } from './graph-names.repository';
import { GraphRepository } from './graph.repository';

/**
 * `node dist/libs/knowledge-box/src/graph/graph-names.bench.js [resources]`: prints results without assertions.
 */
const count = Number(process.argv[2] ?? 100_000);
const ROUNDS = 15;

/** Resources with ten names and a key-value field each; a million edges, half of whose names are equal. */
async function fill({ dataSource }: RowsWorld, kbid: string): Promise<void> {
  await dataSource.query(
    `INSERT INTO resources (kbid, id, slug, title, title_is_provisional, summary, summary_is_provisional, icon, thumbnail,
        metadata, language, languages, classifications, hidden, status, version, last_seqid, created, modified,
        labels, title_key, title_words)
      SELECT $1, md5(n::text), 'slug-' || n, 'Report', false, '', false, 'text/plain', '', '{}', 'en', '{}', '[]', false,
        'PROCESSED', 2, 1, now(), now(), '{}', 'report', ARRAY['report'] FROM generate_series(1, $2::int) n`,
    [kbid, count],
  );
  for (let edge = 1; edge <= 10; edge++)
    await dataSource.query(
      `INSERT INTO graph_edges (kbid, rid, letter, id, number, seqid, source_type, source_group, source_value, source_folded,
        relation, label, target_type, target_group, target_value, target_folded, provenance, task_id)
      SELECT $1, md5(n::text), 't', 'body', i, 1, 'resource', '', md5(n::text), NULL, 'ENTITY', '', 'entity', 'PERSON',
        name, lower(name), 'processor', ''
      FROM generate_series(1, $2::int) n, generate_series($3::int, $3::int) i,
        LATERAL (SELECT CASE i % 2 WHEN 0 THEN 'Anna ' || md5((n * 10 + i)::text) WHEN 1 THEN 'Bert ' || n % 1000 END) x(name)`,
      [kbid, count, edge],
    );
  await dataSource.query(
    `INSERT INTO fields (kbid, rid, letter, id, value, status, errors, seqid, content_seqid)
      SELECT $1, md5(n::text), 'k', 'book', jsonb_build_object('data', jsonb_build_object('isbn', 'isbn-' || n, 'pages',
        n % 1000, 'language', 'language-' || n % 20, 'tags', jsonb_build_array('tag-' || n % 5000))), 'PROCESSED', '[]', 1, 1
      FROM generate_series(1, $2::int) n`,
    [kbid, count],
  );
  await dataSource.query('VACUUM ANALYZE resources, graph_edges, fields');
}

async function main(): Promise<void> {
  const world = await RowsWorld.start();
  try {
    const kbid = randomUUID();
    await fill(world, kbid);
    const [names, graph, values] = [new GraphNamesRepository(), new GraphRepository(), new KeyValueRepository()];
    const where = { kbid, visibility: { ...unrestricted, hidden: false }, limit: 10 };
    const begin = (...beginnings: readonly string[]) =>
      world.transactions.run((tx) => names.list({ ...where, beginnings }, tx));
    const fuzzy = (value: string) => {
      const query: GraphQuery = { node: { type: 'entity', value, match: 'fuzzy' }, at: 'either' };
      return world.transactions.run((tx) => graph.nodes({ ...where, query }, tx));
    };
    const fields = [
      { key: 'isbn', type: 'text', repeated: false },
      { key: 'pages', type: 'integer', repeated: false },
      { key: 'language', type: 'text', repeated: false },
      { key: 'tags', type: 'text', repeated: true },
    ] as never;
    const match = (leaf: object) => {
      const query = { schema: 'book', ...leaf } as never;
      const read = { kbid, query, schemas: [{ id: 'book', fields }], limit: 10_001 };
      return world.transactions.run((tx) => values.match(read, tx));
    };
    const work: Readonly<Record<string, () => Promise<unknown>>> = {
      'names that begin so, 500,000 of them': () => begin('anna'),
      'names that begin so, three beginnings': () => begin('letters of anna', 'of anna', 'anna a1'),
      'names that begin so, of many edges': () => begin('bert 1'),
      'names that do not exist': () => begin('zoe'),
      'fuzzy names': () => fuzzy('anna a1b'),
      'key value, one resource': () => match({ key: 'isbn', eq: 'isbn-4711' }),
      'key value, 20 resources by a tag': () => match({ key: 'tags', contains: 'tag-7' }),
      'key value, 5,000 resources': () => match({ key: 'language', eq: 'language-7' }),
      'key value, a number': () => match({ key: 'pages', eq: 77 }),
      'key value, a range of 1,000 resources': () => match({ key: 'pages', gte: 10, lte: 19 }),
    };
    for (const [name, run] of Object.entries(work))
      console.log(`${name}: ${(await medianMs(run, ROUNDS)).toFixed(1)} ms`);
  } finally {
    await world.stop();
  }
}

void main();
