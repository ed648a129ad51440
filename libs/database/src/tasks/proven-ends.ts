import { LOCK_CLASS } from '../lock-class';
import { isNotPaused, LEASE_END, mayRun, takeJobsAgain } from './take-jobs';

/**
 * A job is given up when it was running this many times as a process ended by itself: the first time perhaps beside
 * others, then alone.
 */
export const PROOFS_MAX = 3;

/** Delay of a job after its process has died: none after the first death, then this, doubled each time. */
const PAUSE_S = 5;
const PAUSE_S_MAX = 3_600;
const PAUSE_JITTER = 0.25;

export const TRIED_AGAIN = 'The process ended while it worked on this: it is tried again';
export const IS_GIVEN_UP =
  'The process ended by itself each time it worked on this: it is set aside until it is replayed';

/** Delay until the next attempt after the `crashes`th death, as SQL. */
export function pauseAfter(crashes: string): string {
  return `case when ${crashes} <= 1 then interval '0'
    else interval '1 second' * least(${PAUSE_S_MAX}, ${PAUSE_S} * power(2, least(${crashes}, 20) - 2))
      * (1 + ${PAUSE_JITTER} * (2 * random() - 1)) end`;
}

/**
 * Only a process that ended by itself counts against the jobs that it was running. Jobs that earlier versions set aside
 * after deaths of any kind are retried.
 */
export function provenEnds(schema: string): string {
  return `
alter table ${schema}.job add proofs smallint not null default 0, add alone boolean not null default false,
  add died_in text;
create index job_accused on ${schema}.job (id) where proofs > 0 and locked_by is null and attempts < attempts_max;
create index job_died on ${schema}.job (died_in) where died_in is not null;
update ${schema}.job set crashes = 1, attempts = 0, replayed = true, run_at = clock_timestamp()
  where crashes >= 3 and locked_by is null and attempts >= attempts_max;
${takeJobsAgain(schema)}
${addJob(schema)}
${takeAccused(schema)}`;
}

/** As before; a replaced job starts without a history. */
export function addJob(schema: string): string {
  return `
create or replace function ${schema}.add_job(
  p_task text, p_payload json, p_tenant text, p_serial_by text, p_run_at timestamptz, p_attempts_max int, p_key text,
  p_priority int
) returns bigint language plpgsql as $$
declare
  v_id bigint;
begin
  -- Between the two statements a running job can end, and a waiting one can be taken: then once more.
  for turn in 1..10 loop
    insert into ${schema}.job as waiting (task, payload, tenant, serial_by, run_at, attempts_max, key, priority)
      values (p_task, p_payload, p_tenant, p_serial_by, coalesce(p_run_at, clock_timestamp()), p_attempts_max, p_key,
        p_priority)
      on conflict (key) do update set
        task = excluded.task, payload = excluded.payload, tenant = excluded.tenant, serial_by = excluded.serial_by,
        run_at = least(waiting.run_at, excluded.run_at), attempts = 0, crashes = 0, proofs = 0, died_in = null,
        replayed = false, attempts_max = excluded.attempts_max, priority = excluded.priority, last_error = null,
        progress = null
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

/** Takes the first job that was running when a process ended by itself, for a worker that has nothing else to do. */
export function takeAccused(schema: string): string {
  return `
drop function if exists ${schema}.take_accused(text, text[]);
drop function if exists ${schema}.take_accused(text, text[], int[]);
create function ${schema}.take_accused(p_worker text, p_tasks text[], p_leases_s int[] default null)
returns setof ${schema}.job language plpgsql as $$
declare
  v_now timestamptz;
begin
  perform pg_advisory_xact_lock(${LOCK_CLASS.takeJobs}, hashtext('${schema}'));
  v_now := clock_timestamp();
  return query
  with next as materialized (
    select id from ${schema}.job as waiting
    where task = any(p_tasks) and proofs > 0 and locked_by is null and attempts < attempts_max and run_at <= v_now
      and ${mayRun(schema)} and ${isNotPaused(schema)}
    order by id limit 1 for update skip locked
  )
  update ${schema}.job as job set locked_by = p_worker, attempts = job.attempts + 1, alone = true,
    leased_until = ${LEASE_END}
  from next where job.id = next.id
  returning job.*;
end $$;
`;
}
