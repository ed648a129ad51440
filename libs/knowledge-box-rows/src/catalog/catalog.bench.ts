import { randomUUID } from 'node:crypto';
import type { IndexFilter } from '@lectern/contracts/core';
import { medianMs } from '../../fixtures/median';
import { RowsWorld } from '../../fixtures/rows-world';
import { type CatalogConditions, CatalogRepository } from './catalog.repository';

/** `node dist/libs/knowledge-box-rows/src/catalog/catalog.bench.js [resources]`: prints, asserts nothing. */
const count = Number(process.argv[2] ?? 100_000);
const ROUNDS = 15;

/** Resources of a kilobyte, with about twenty labels each, made by the database. */
async function fill({ dataSource }: RowsWorld, kbid: string): Promise<void> {
  await dataSource.query(
    `INSERT INTO resources (kbid, id, slug, title, title_is_provisional, summary, summary_is_provisional, icon, thumbnail,
        metadata, language, languages, classifications, hidden, status, version, last_seqid, created, modified,
        labels, title_key, title_words)
      SELECT $1, md5(n::text), 'slug-' || n, 'Report ' || n || ' of the year', false, repeat(md5(n::text), 25), false,
        'text/plain', '', '{}', 'en', '{}', jsonb_build_array(jsonb_build_object('labelset', 'topics', 'label',
        'topic-' || n % 10, 'cancelled_by_user', false)), n % 50 = 0, CASE WHEN n % 100 = 0 THEN 'ERROR' ELSE 'PROCESSED'
        END, 2, 1, now() - n * interval '1 minute', now() - n % 1000 * interval '1 hour',
        ARRAY['/l/topics/topic-' || n % 10, '/l/topics', '/l', '/l/years/' || n % 30, '/l/years', '/n/i/text/plain',
          '/n/i/text', '/n/i', '/n', '/s/p/en', '/s/p', '/s', '/s/s/en', '/s/s', '/t/tag-' || n % 1000, '/t',
          '/p/folder-' || n % 100 || '/file-' || n, '/p/folder-' || n % 100, '/p', '/u/o/author-' || n % 20, '/u/o', '/u'],
        'report ' || n || ' of the year', ARRAY['report', n::text, 'of', 'the', 'year']
      FROM generate_series(1, $2::int) n`,
    [kbid, count],
  );
  await dataSource.query('VACUUM ANALYZE resources');
}

async function main(): Promise<void> {
  const world = await RowsWorld.start();
  const catalog = new CatalogRepository();
  try {
    const kbid = randomUUID();
    const fromMs = performance.now();
    await fill(world, kbid);
    console.log(`${count} resources in ${((performance.now() - fromMs) / 1_000).toFixed(1)} s`);
    const [size]: { size: string }[] = await world.dataSource.query(
      `SELECT string_agg(relname || ' ' || pg_size_pretty(pg_relation_size(oid)), ', ') AS size FROM pg_class WHERE relname LIKE 'resources%'`,
    );
    console.log(size?.size);
    const conditions = (...filters: readonly IndexFilter[]): CatalogConditions => ({
      kbid,
      visibility: { hidden: true },
      filters,
    });
    const { manager: tx } = world.dataSource;
    const state = await catalog.state(tx);
    const page = { by: 'created', order: 'desc', offset: 0, limit: 20 } as const;
    const topics = { prefixes: [{ path: '/l/topics', depth: 1 }], limit: 10_000 };
    const ten = ['/l/topics', '/l/years', '/n/i', '/n/s', '/s/p', '/s/s', '/t', '/p', '/u/o', '/u/s'];
    const many = { prefixes: ten.map((path) => ({ path, depth: 1 })), limit: 10_000 };
    const topic: IndexFilter = { label: '/l/topics/topic-3' };
    const rare: IndexFilter = { label: '/t/tag-7' };
    const text = { field: 'title', match: 'words', query: '4711' } as const;
    const work: Readonly<Record<string, () => Promise<unknown>>> = {
      'first page': () => catalog.listIds(conditions(), page, tx),
      'page 1,000': () => catalog.listIds(conditions(), { ...page, offset: 20_000 }, tx),
      'first page by title': () => catalog.listIds(conditions(), { ...page, by: 'title' }, tx),
      'first page of a topic': () => catalog.listIds(conditions(topic), page, tx),
      'first page of a rare tag': () => catalog.listIds(conditions(rare), page, tx),
      'first page by a word': () => catalog.listIds({ ...conditions(), text }, page, tx),
      'first page by a similar word': () =>
        catalog.listIds({ ...conditions(), text: { ...text, match: 'fuzzy' } }, page, tx),
      'first page by a part of the title': () =>
        catalog.listIds({ ...conditions(), text: { ...text, match: 'contains' } }, page, tx),
      total: () => catalog.count(conditions(), tx),
      'total of a topic': () => catalog.count(conditions(topic), tx),
      'one facet': () => catalog.countLabels(conditions(), topics, tx),
      'ten facets': () => catalog.countLabels(conditions(), many, tx),
      'ten facets of a topic': () => catalog.countLabels(conditions(topic), many, tx),
      'whether a box is unchanged': () => catalog.isUnchangedSince(kbid, state, tx),
      'all labels': () => catalog.countLabels(conditions(), { prefixes: [{ path: '' }], limit: 10_000 }, tx),
    };
    for (const [name, run] of Object.entries(work))
      console.log(`${name}: ${(await medianMs(run, ROUNDS)).toFixed(1)} ms`);
  } finally {
    await world.stop();
  }
}

void main();
