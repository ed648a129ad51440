import { countContent, getResource, headResource, listCatalog, listResources } from '@lectern/contracts/knowledge-box';
import { rm } from 'node:fs/promises';
import type { Client as Database } from 'pg';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { inDatabase } from '../harness/database';
import { Standalone, temporaryFolder } from '../harness/standalone';
import { heading, line, ms, percentiles, timed, timingCells } from './figures';

const RESOURCES = 100_000;
const CALLS = 200;
const WRITES = 20;
const PAGE = 20;
const FACETS = ['/l/topics', '/l/years', '/t', '/p', '/u/o', '/n/i', '/n/s', '/s/p', '/s/s', '/u/s'];

/** Reads of a large box, beside the statement that reads the same rows. */
export async function benchContent(): Promise<void> {
  heading(`reads of a box with ${RESOURCES} resources`);
  const dataDir = await temporaryFolder();
  const lectern = await Standalone.start({ dataDir, env: { EMBEDDER: 'lexical' } });
  try {
    const kb = await new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` }).createKnowledgeBox();
    const rid = await kb.createResource({ texts: { a: { body: 'The ibex climbs.' } } }, { wait: 'searchable' });
    await inDatabase(dataDir, async (database) => {
      await multiply(database, kb.id);
      await measure(kb, rid, database);
    });
  } finally {
    await lectern.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(kb: KnowledgeBoxClient, rid: string, database: Database): Promise<void> {
  const raw = 'select * from knowledge_box.resources where kbid = $1 and id = $2';
  const page = 'select * from knowledge_box.resources where kbid = $1 order by id limit $2 offset $3';
  const deep = Math.floor(RESOURCES / PAGE / 2);
  const list = (number: number) => () => kb.api(listResources, { query: { page: number, size: PAGE } });
  const cases: readonly [string, () => Promise<unknown>][] = [
    ['one resource, raw', () => database.query(raw, [kb.id, rid])],
    ['one resource (aim p50 below 5 ms)', () => kb.api(getResource, { params: { rid } })],
    ['whether there is one', () => kb.api(headResource, { params: { rid } })],
    ['first page, raw', () => database.query(page, [kb.id, PAGE, 0])],
    ['first page (aim p50 below 5 ms)', list(0)],
    [`page ${deep}, raw`, () => database.query(page, [kb.id, PAGE, deep * PAGE])],
    [`page ${deep}`, list(deep)],
    ['counters', () => kb.api(countContent)],
    ['catalog, first page', () => kb.api(listCatalog, { body: {} })],
    ['… with a facet (aim p50 below 15 ms)', () => kb.api(listCatalog, { body: { faceted: FACETS.slice(0, 1) } })],
    ['… with ten facets (aim p50 below 15 ms)', () => kb.api(listCatalog, { body: { faceted: FACETS } })],
  ];
  for (const [name, call] of cases) line(name, ...timingCells(await timed(CALLS, 1, call)));
  line('… with ten facets, after each write', ...(await facetsAfterWrites(kb)));
}

/** Counts are cached until something is written: this is the worst case of a busy box. */
async function facetsAfterWrites(kb: KnowledgeBoxClient): Promise<string[]> {
  const lapsMs: number[] = [];
  for (let i = 0; i < WRITES; i += 1) {
    await kb.createResource({ title: `Written ${i}` });
    const beganMs = performance.now();
    await kb.api(listCatalog, { body: { faceted: FACETS } });
    lapsMs.push(performance.now() - beganMs);
  }
  const { p50Ms, p99Ms } = percentiles(lapsMs);
  return [`p50 ${ms(p50Ms)}`, `p99 ${ms(p99Ms)}`];
}

/** Copies of the one resource, as rows: how they came does not matter to those who read them. */
async function multiply(database: Database, kbid: string): Promise<void> {
  const beganMs = performance.now();
  for (const [table, column] of [
    ['resources', 'id'],
    ['fields', 'rid'],
    ['extracted_fields', 'rid'],
  ] as const) {
    const named = `jsonb_build_object('${column}', md5(i::text)${column === 'id' ? `, 'slug', md5(i::text)` : ''})`;
    await database.query(
      `insert into knowledge_box.${table}
        select (jsonb_populate_record(null::knowledge_box.${table}, to_jsonb(row) || ${named})).*
        from knowledge_box.${table} as row, generate_series(2, $2) as i where kbid = $1`,
      [kbid, RESOURCES],
    );
  }
  await database.query(
    `update knowledge_box.resources as row set labels = labels || array['/l', '/l/topics', '/l/topics/' || n % 10,
        '/l/years', '/l/years/' || n % 30, '/t', '/t/' || n % 1000, '/p', '/p/' || n % 100, '/u', '/u/o', '/u/o/' || n % 20]
      from (select id, row_number() over (order by id) as n from knowledge_box.resources where kbid = $1) as numbered
      where row.kbid = $1 and row.id = numbered.id`,
    [kbid],
  );
  await database.query('vacuum analyze');
  line('rows made', ms(performance.now() - beganMs));
}
