import { runMigrations } from 'graphile-worker';
import { Pool } from 'pg';
import { graphileLogger } from './graphile-logger';

/** Before the second attempt; doubles with each further one. */
const BACK_OFF_S = 2;
const BACK_OFF_S_MAX = 600;
/** A pause is this share shorter or longer, by chance: what failed together does not come back together. */
const BACK_OFF_JITTER = 0.25;
/**
 * Jobs with the same `serialBy` fall into the same of so many queues. graphile-worker locks every free queue whenever
 * it looks for work, so that their number must stay small; jobs that share one by chance only wait for each other.
 */
const LANES = 256;
const LOCK_CLASS = 0x1ec8;

/**
 * Creates graphile-worker's tables in `schema`, and beside them two things of ours. `lectern_add` is graphile's
 * `add_jobs` without its NOTIFY, which would make all committing transactions wait for each other's fsync (Postgres
 * holds one global lock from NOTIFY to the end of the commit). The trigger replaces its back-off, which has no upper
 * limit below six hours.
 */
export async function installTaskSchema(url: string, schema: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 2, application_name: `lectern-${schema}` });
  // Queries fail with it.
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  try {
    await withLock(pool, schema, () => install(pool, schema));
  } finally {
    await pool.end();
  }
}

async function install(pool: Pool, schema: string): Promise<void> {
  await runMigrations({ pgPool: pool, schema, logger: graphileLogger(schema) });
  const { rows } = await pool.query("select obj_description(to_regproc($1), 'pg_proc') as version", [
    `"${schema}".lectern_add`,
  ]);
  if (rows[0]?.version !== VERSION) await pool.query(`begin; ${functions(`"${schema}"`)} commit`);
}

async function withLock(pool: Pool, schema: string, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1, hashtext($2))', [LOCK_CLASS, schema]);
    await work();
  } finally {
    await client.query('select pg_advisory_unlock_all()');
    client.release();
  }
}

/** Raised with every change of the functions below. */
const VERSION = '1';

function functions(schema: string): string {
  return `
create or replace function ${schema}.lectern_add(
  p_task text, p_payload json, p_serial_by text, p_run_at timestamptz, p_attempts_max int, p_key text, p_priority int
) returns bigint language plpgsql as $$
declare
  v_id bigint;
  v_task int;
  v_lane text := 'lane-' || (hashtext(p_serial_by) & ${LANES - 1});
  v_queue int;
begin
  select id into v_task from ${schema}._private_tasks where identifier = p_task;
  if v_task is null then
    insert into ${schema}._private_tasks (identifier) values (p_task) on conflict do nothing;
    select id into v_task from ${schema}._private_tasks where identifier = p_task;
  end if;
  if v_lane is not null then
    select id into v_queue from ${schema}._private_job_queues where queue_name = v_lane;
    if v_queue is null then
      insert into ${schema}._private_job_queues (queue_name) values (v_lane) on conflict do nothing;
      select id into v_queue from ${schema}._private_job_queues where queue_name = v_lane;
    end if;
  end if;
  -- A job that is just being fetched is neither free nor locked for the insert's eyes: then look again.
  for turn in 1..10 loop
    if p_key is not null then
      delete from ${schema}._private_jobs where key = p_key and locked_at is null and attempts >= max_attempts;
      update ${schema}._private_jobs set key = null, flags = coalesce(flags, '{}') || '{"superseded": true}'
        where key = p_key and locked_at is not null;
    end if;
    insert into ${schema}._private_jobs as jobs (job_queue_id, task_id, payload, run_at, max_attempts, key, priority)
      values (v_queue, v_task, p_payload, coalesce(p_run_at, clock_timestamp()), p_attempts_max, p_key, p_priority)
      on conflict (key) do update set
        job_queue_id = excluded.job_queue_id, task_id = excluded.task_id, payload = excluded.payload,
        max_attempts = excluded.max_attempts, run_at = excluded.run_at, priority = excluded.priority,
        revision = jobs.revision + 1, flags = null, attempts = 0, last_error = null, updated_at = now()
      where jobs.locked_at is null
      returning id into v_id;
    exit when v_id is not null;
  end loop;
  if v_id is null then raise exception 'job with key % could not be added', p_key; end if;
  return v_id;
end $$;
comment on function ${schema}.lectern_add is '${VERSION}';

create or replace function ${schema}.lectern_back_off() returns trigger language plpgsql as $$
begin
  new.run_at := now() + interval '1 second'
    * least(${BACK_OFF_S_MAX}, ${BACK_OFF_S} * power(2, least(new.attempts, 20) - 1))
    * (1 + ${BACK_OFF_JITTER} * (2 * random() - 1));
  return new;
end $$;
-- An attempt that failed is the only update that frees a job and puts it into the future.
create or replace trigger lectern_back_off before update on ${schema}._private_jobs for each row
  when (old.locked_by is not null and new.locked_by is null and new.run_at > now())
  execute function ${schema}.lectern_back_off();
`;
}
