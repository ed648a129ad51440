import { systemPrincipal, validate } from '@lectern/contracts/core';
import { ActivityMetricsQuery, ActivityQuery, FindRequest } from '@lectern/contracts/search';
import { randomUUID } from 'node:crypto';
import { type ActivityWorld, activityWorld } from '../../fixtures/activity-world';
import { recordedFind } from '../record/recorded-request';

/** `node dist/libs/activity/src/activity/activity.bench.js [events]`: prints results without assertions. */
const count = Number(process.argv[2] ?? 10_000_000);
const STEP = 100_000;
const ROUNDS = 11;
const RECORDED = 5_000;
const kbid = randomUUID();

/** A year of one box: six in ten events are finds and three are questions, one in 200 with feedback. */
const FILL_SQL = `
  INSERT INTO activity (kbid, event_type, date, month, user_id, user_type, client_type, total_duration, audit_metadata,
    question, resources_count, result_per_page, retrieval_time, answer, learning_id, retrieved_context, model, status,
    feedback_good, feedback_good_all, feedback_good_any)
  SELECT $1, kind, date AT TIME ZONE 'UTC', (EXTRACT(YEAR FROM date) * 12 + EXTRACT(MONTH FROM date) - 1)::integer,
    'user-' || n * 7919 % 10000, 'user', CASE n % 3 WHEN 0 THEN 'web' WHEN 1 THEN 'api' ELSE 'widget' END,
    20 + n % 400, jsonb_build_object('page', 'page-' || n % 1000, 'lang', CASE n % 4 WHEN 0 THEN 'de' ELSE 'en' END),
    CASE WHEN kind IN ('search', 'ask') THEN 'what is known of topic ' || n % 50000 END, n % 20, 20, 15 + n % 100,
    CASE kind WHEN 'ask' THEN repeat(md5(n::text), 6) END, CASE kind WHEN 'ask' THEN md5('answer' || n) END,
    CASE kind WHEN 'ask' THEN jsonb_build_array(jsonb_build_object('text_block_id', md5(n::text) || '/t/a/0-100')) END,
    CASE kind WHEN 'ask' THEN 'model-' || n % 3 END, CASE kind WHEN 'ask' THEN -(n % 50 = 7)::int * 2 END,
    CASE WHEN said THEN n % 400 = 7 END, CASE WHEN said THEN n % 400 = 7 END, CASE WHEN said THEN n % 400 = 7 END
  FROM (
    SELECT n, timestamp '2025-01-01' + n * (interval '365 days' / $4::bigint) AS date,
      CASE WHEN n % 10 < 6 THEN 'search' WHEN n % 10 < 9 THEN 'ask' WHEN n % 20 < 15 THEN 'suggest' ELSE 'modified' END AS kind,
      n % 10 BETWEEN 6 AND 8 AND n % 200 = 7 AS said
    FROM generate_series($2::bigint, $3::bigint) AS n
  ) AS events`;
const HOURS_SQL = `
  INSERT INTO activity_hours (kbid, event_type, hour, count)
  SELECT kbid, event_type, date_trunc('hour', date, 'UTC'), count(*) FROM activity GROUP BY 1, 2, 3`;

async function fill({ dataSource }: ActivityWorld): Promise<void> {
  for (let from = 1; from <= count; from += STEP) {
    await dataSource.query(FILL_SQL, [kbid, from, Math.min(from + STEP - 1, count), count]);
  }
  await dataSource.query(HOURS_SQL);
  await dataSource.query('VACUUM ANALYZE activity');
}

async function medianMs(work: () => Promise<unknown>): Promise<{ readonly p50: number; readonly max: number }> {
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i += 1) {
    const startedAtMs = performance.now();
    await work();
    times.push(performance.now() - startedAtMs);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: sorted[Math.floor(ROUNDS / 2)] ?? 0, max: sorted.at(-1) ?? 0 };
}

/** Cost of recording per request. */
function recordingUs(world: ActivityWorld): number {
  const { recorder } = world.start();
  const request = validate(FindRequest, { query: 'what is known of the moon', audit_metadata: { page: 'home' } });
  const find = { kbid, principal: systemPrincipal, client: 'api' as const, at: new Date(), durationMs: 1, request };
  const startedAtMs = performance.now();
  for (let i = 0; i < RECORDED; i += 1) recorder.record(() => recordedFind(find));
  return ((performance.now() - startedAtMs) * 1_000) / RECORDED;
}

function queriesOf({ activity }: ActivityWorld): Readonly<Record<string, () => Promise<unknown>>> {
  const query = async (type: string, month: string, members: object = {}) => {
    const asked = validate(ActivityQuery, { year_month: month, filters: {}, ...members });
    for await (const value of activity.query({ kbid, event_type: type }, asked)) void value;
  };
  const filtered = (filters: object, type = 'ask') => query(type, '2025-06', { filters, show: 'all' });
  const metrics = (members: object) =>
    activity.counts(kbid, validate(ActivityMetricsQuery, { from: '2025-01-01T00:30:00', ...members }), new Date());
  return {
    'newest, last month': () => query('search', '2025-12'),
    'newest, first month': () => query('search', '2025-01'),
    'newest 100 with all fields': () => query('ask', '2025-03', { show: 'all', pagination: { limit: 100 } }),
    'behind an id': () => query('ask', '2025-06', { pagination: { starting_after: Math.floor(count * 0.45) } }),
    'one user in 10,000': () => filtered({ user_id: { eq: 'user-4242' } }),
    'a user who asked nothing': () => filtered({ user_id: { eq: 'nobody' } }),
    'one answer': () => filtered({ learning_id: { eq: 'nothing' } }),
    'bad feedback': () => filtered({ feedback_good: { eq: false } }),
    'no answer found': () => filtered({ status: { eq: '-2' } }),
    'a word of many questions': () => filtered({ question: { ilike: '%topic 4%' } }, 'search'),
    'a word of no question': () => filtered({ question: { ilike: '%moon%' } }, 'search'),
    'audit metadata': () => filtered({ audit_metadata: [{ key: 'page', eq: 'page-77' }] }),
    'slow requests': () => filtered({ total_duration: { gt: 415 } }),
    'a day of another kind': () => filtered({ date: { ge: '2025-06-11', lt: '2025-06-12' } }, 'suggest'),
    months: () => activity.months({ kbid, event_type: 'chat' }),
    'metrics of a year by day': () => metrics({ to: '2025-12-31T12:30:00', aggregation: 'day' }),
    'metrics of all time': () => metrics({}),
  };
}

async function main(): Promise<void> {
  const world = await activityWorld({ statementTimeoutMs: 600_000 });
  try {
    console.log(`recording: ${recordingUs(world).toFixed(0)} µs per request`);
    const startedAtMs = performance.now();
    await fill(world);
    console.log(`${count} events in ${((performance.now() - startedAtMs) / 1_000).toFixed(0)} s`);
    const [size]: { size: string }[] = await world.dataSource.query(
      `SELECT string_agg(relname || ' ' || pg_size_pretty(pg_relation_size(oid)), ', ') AS size
       FROM pg_class WHERE relname LIKE 'activity%' AND pg_relation_size(oid) > 1000000`,
    );
    console.log(size?.size);
    for (const [name, run] of Object.entries(queriesOf(world))) {
      const { p50, max } = await medianMs(run);
      console.log(`${name}: ${p50.toFixed(1)} ms (${max.toFixed(0)})`);
    }
  } finally {
    await world.end();
  }
}

void main();
