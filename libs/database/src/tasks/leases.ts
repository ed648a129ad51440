import { addJob, takeAccused } from './proven-ends';
import { settleAndTake } from './settle-and-take';
import { takeJobsAgain } from './take-jobs';
import { settleSql } from './task-tables';

/**
 * Jobs with a lease, by the clock of the database: a job whose lease has expired is released, even if its worker is
 * still connected. Also the progress of jobs, requests to stop, scheduled tasks, and paused tenants. Workers of earlier
 * versions set no lease: their jobs have none.
 */
export function leases(schema: string): string {
  return `
alter table ${schema}.job add leased_until timestamptz, add progress json, add stopping boolean not null default false;
create table ${schema}.schedule (
  task text primary key,
  every interval not null,
  attempts_max smallint not null,
  next_at timestamptz not null
);
create table ${schema}.pause (
  task text,
  tenant text,
  until timestamptz not null,
  primary key (task, tenant)
);
${takeJobsAgain(schema)}
${addJob(schema)}
${takeAccused(schema)}
${settleSql(schema)}
${settleAndTake(schema)}
${startScheduled(schema)}`;
}

/** Adds jobs for due tasks. Missed intervals are made up for once; a given-up job is retried at each interval. */
function startScheduled(schema: string): string {
  return `
create function ${schema}.start_scheduled(p_tasks text[]) returns setof text language sql as $$
  with due as (
    update ${schema}.schedule set next_at = clock_timestamp() + every
    where task = any(p_tasks) and next_at <= clock_timestamp()
    returning task, attempts_max
  )
  insert into ${schema}.job as present (task, payload, key, run_at, attempts_max, priority)
  select task, '{}', 'every ' || task, clock_timestamp(), attempts_max, 0 from due
  on conflict (key) do update set attempts = 0, run_at = excluded.run_at, attempts_max = excluded.attempts_max
    where present.locked_by is null and present.attempts >= present.attempts_max and present.proofs = 0
  returning task
$$;
`;
}
