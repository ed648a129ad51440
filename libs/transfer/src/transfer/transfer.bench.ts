import { PARAGRAPHS_PER_PART } from '@lectern/knowledge-box-rows';
import { run, TransferWorld } from '../../fixtures/transfer-world';

/** `node dist/libs/transfer/src/transfer/transfer.bench.js [paragraphs]`: prints, asserts nothing. */
const paragraphs = Number(process.argv[2] ?? 100_000);
const perResource = 10;
const dimensions = 384;
const chars = 640;

/** Resources of one text with ten paragraphs and their vectors, made by the database. */
async function fill({ index }: TransferWorld, kbid: string): Promise<void> {
  const count = paragraphs / perResource;
  await index.dataSource.query(
    `INSERT INTO resources (kbid, id, slug, title, title_is_provisional, summary, summary_is_provisional, icon, thumbnail,
       metadata, language, languages, classifications, hidden, status, version, last_seqid, created, modified, labels,
       title_key, title_words)
     SELECT $1, lpad(to_hex(n), 32, '0'), 'slug-' || n, 'Title ' || n, false, '', false, 'text/plain',
       '', '{}', 'en', '{}', '[]', false, 'PROCESSED', 2, 1, now(), now(), '{}', 'title ' || n, '{title}' FROM generate_series(1, $2::int) n`,
    [kbid, count],
  );
  await index.dataSource.query(
    `INSERT INTO fields (kbid, rid, letter, id, value, status, errors, seqid, content_seqid)
     SELECT kbid, id, 't', 'a', jsonb_build_object('body', repeat(md5(id), $2), 'format', 'PLAIN', 'md5', md5(id),
       'extract_strategy', '', 'split_strategy', ''), 'PROCESSED', '[]', 1, 1 FROM resources WHERE kbid = $1`,
    [kbid, (perResource * chars) / 32],
  );
  const paragraph = (n: string) => `jsonb_build_object('start', ${n} * ${chars}, 'end', ${n} * ${chars} + ${chars},
    'kind', 'TEXT', 'language', 'en', 'headings', '[]'::jsonb, 'key', 'k', 'sentences', '[]'::jsonb,
    'classifications', '[]'::jsonb, 'start_seconds', '[]'::jsonb, 'end_seconds', '[]'::jsonb)`;
  await index.dataSource.query(
    `INSERT INTO extracted_fields (kbid, rid, letter, id, seqid, text, paragraphs, understood, extracted_at)
     SELECT kbid, id, 't', 'a', 1, repeat(md5(id), $2),
       (SELECT jsonb_agg(${paragraph('n')} ORDER BY n) FROM generate_series(0, $3::int - 1) n),
       '{"summary":"","language":"en","languages":["en"],"mimeType":"text/plain","entities":[],"links":[],"errors":[]}', now()
     FROM resources WHERE kbid = $1`,
    [kbid, (perResource * chars) / 32, perResource],
  );
  await index.dataSource.query(`INSERT INTO vectorsets VALUES ($1, 'model', $2, now())`, [kbid, dimensions]);
  await index.dataSource.query(
    `INSERT INTO field_vectors (kbid, rid, letter, id, vectorset, part, seqid, vectors)
     SELECT kbid, id, 't', 'a', 'model', 0, 1, decode(repeat('0000003d', $2), 'hex') FROM resources WHERE kbid = $1`,
    [kbid, Math.min(perResource, PARAGRAPHS_PER_PART) * dimensions],
  );
}

async function main(): Promise<void> {
  const world = await TransferWorld.start();
  try {
    const [kbid, target] = [await world.index.newBox(), await world.index.newBox()];
    await fill(world, kbid);
    const fromMs = performance.now();
    const file = await world.exported(kbid);
    report('export', file.sizeBytes ?? 0, performance.now() - fromMs);
    const key = await world.newImport(target, file);
    const importFromMs = performance.now();
    await world.importTask.run(key, run());
    report('import', file.sizeBytes ?? 0, performance.now() - importFromMs);
    console.log((await world.importOf(key)).status, `${(process.memoryUsage().rss / 1024 ** 2).toFixed(0)} MiB`);
  } finally {
    await world.stop();
  }
}

function report(what: string, bytes: number, ms: number): void {
  const megabytes = bytes / 1_000_000;
  console.log(
    `${what} of ${paragraphs} paragraphs: ${megabytes.toFixed(0)} MB, ${((megabytes / ms) * 1_000).toFixed(1)} MB/s`,
  );
}

void main();
