/** Delay before the second attempt; doubles with each further one. */
const BACK_OFF_S = 2;
const BACK_OFF_S_MAX = 600;
/**
 * A delay is randomly shorter or longer by up to this share, so that jobs that failed together are not retried
 * together.
 */
const BACK_OFF_JITTER = 0.25;

/**
 * The job table, and its operations as one statement each; `takeJobs` is a later step. An index, not our code, prevents
 * two jobs with the same `serial_by` from running concurrently. There is no NOTIFY: it would serialise all commits of
 * the database (Postgres holds one lock from NOTIFY until the commit is on disk).
 */
export function taskTables(schema: string): string {
  return [table, addTaskSql, settleSql].map((part) => part(schema)).join('');
}

function table(schema: string): string {
  return `
create table ${schema}.job (
  id bigint generated always as identity primary key,
  task text not null,
  payload json not null,
  key text unique,
  serial_by text,
  priority smallint not null,
  run_at timestamptz not null,
  attempts smallint not null default 0,
  attempts_max smallint not null,
  locked_by text,
  superseded boolean not null default false,
  last_error text,
  created_at timestamptz not null default now()
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
create index job_next on ${schema}.job (priority, run_at, id) where locked_by is null and attempts < attempts_max;
create index job_serial on ${schema}.job (serial_by, priority, run_at, id)
  where serial_by is not null and locked_by is null and attempts <> attempts_max;
create unique index job_serial_running on ${schema}.job (serial_by) where serial_by is not null and locked_by is not null;
create index job_locked on ${schema}.job (locked_by) where locked_by is not null;
`;
}

/** Replaces a waiting job with the same key; a running one loses the key, and will not be retried. */
function addTaskSql(schema: string): string {
  return `
create function ${schema}.add_job(
  p_task text, p_payload json, p_serial_by text, p_run_at timestamptz, p_attempts_max int, p_key text, p_priority int
) returns bigint language plpgsql as $$
declare
  v_id bigint;
begin
  -- Between the two statements a running job can end, and a waiting one can be taken: then once more.
  for turn in 1..10 loop
    insert into ${schema}.job as waiting (task, payload, serial_by, run_at, attempts_max, key, priority)
      values (p_task, p_payload, p_serial_by, coalesce(p_run_at, clock_timestamp()), p_attempts_max, p_key, p_priority)
      on conflict (key) do update set
        task = excluded.task, payload = excluded.payload, serial_by = excluded.serial_by, run_at = excluded.run_at,
        attempts = 0, attempts_max = excluded.attempts_max, priority = excluded.priority, last_error = null
      where waiting.locked_by is null
      returning id into v_id;
    exit when v_id is not null;
    update ${schema}.job set key = null, superseded = true where key = p_key and locked_by is not null;
  end loop;
  if v_id is null then raise exception 'the job with the key % could not be added', p_key; end if;
  return v_id;
end $$;
`;
}

/**
 * Writes the outcomes of a worker's jobs. Jobs that the worker has lost are left alone. A stopped job is not retried.
 */
export function settleSql(schema: string): string {
  return `
create or replace function ${schema}.settle_jobs(p_worker text, p_done bigint[], p_interrupted bigint[], p_failed json)
returns void language plpgsql as $$
begin
  delete from ${schema}.job where id = any(p_done) and locked_by = p_worker;
  if cardinality(p_interrupted) > 0 then
    delete from ${schema}.job where id = any(p_interrupted) and locked_by = p_worker and stopping;
    update ${schema}.job set locked_by = null, attempts = attempts - 1
      where id = any(p_interrupted) and locked_by = p_worker;
  end if;
  if p_failed is not null then
    delete from ${schema}.job using json_to_recordset(p_failed) as failed (id bigint)
      where job.id = failed.id and locked_by = p_worker and (superseded or stopping);
    update ${schema}.job as job set
      locked_by = null, last_error = failed.error,
      run_at = clock_timestamp() + interval '1 second'
        * least(${BACK_OFF_S_MAX}, ${BACK_OFF_S} * power(2, least(attempts, 20) - 1))
        * (1 + ${BACK_OFF_JITTER} * (2 * random() - 1))
    from json_to_recordset(p_failed) as failed (id bigint, error text)
    where job.id = failed.id and locked_by = p_worker;
  end if;
end $$;
`;
}
