const LOCK_CLASS = 0x1eca;

/**
 * Takes the next jobs of some tasks; of those with the same serial_by the first one, when none of them runs. Each task
 * has its own stretch of the index, so that a backlog of one costs the others nothing. Statistics of a queue are always
 * wrong, so the planner is left no choice: it walks each stretch in order and stops when it has enough (otherwise it
 * reads and sorts all that waits), and the conditions on serial_by are answered by one index each. Taking is serialised
 * by a lock, so that each worker sees what the others have taken.
 */
export function takeJobs(schema: string): string {
  return `
create index job_due on ${schema}.job (task, priority, run_at, id) where locked_by is null and attempts < attempts_max;
drop index ${schema}.job_next;
create or replace function ${schema}.take_jobs(p_worker text, p_tasks text[], p_count int)
returns setof ${schema}.job language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_incremental_sort = off
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_now timestamptz;
begin
  perform pg_advisory_xact_lock(${LOCK_CLASS}, hashtext('${schema}'));
  v_now := clock_timestamp();
  return query
  with next as (
    select due.id from unnest(p_tasks) as wanted (task) cross join lateral (
      select id, priority, run_at from ${schema}.job as waiting
      where locked_by is null and attempts < attempts_max and run_at <= v_now and waiting.task = wanted.task
        and (serial_by is null or (
          not exists (
            select from ${schema}.job as running
            where running.serial_by = waiting.serial_by and running.locked_by is not null
          ) and not exists (
            select from ${schema}.job as earlier
            where earlier.serial_by = waiting.serial_by and earlier.locked_by is null
              and earlier.attempts <> earlier.attempts_max and earlier.run_at <= v_now
              and (earlier.priority, earlier.run_at, earlier.id) < (waiting.priority, waiting.run_at, waiting.id)
          )
        ))
      order by task, priority, run_at, id
      limit p_count
      for update skip locked
    ) as due
    order by due.priority, due.run_at, due.id
    limit p_count
  )
  update ${schema}.job as job set locked_by = p_worker, attempts = job.attempts + 1
  from next where job.id = next.id
  returning job.*;
end $$;
`;
}
