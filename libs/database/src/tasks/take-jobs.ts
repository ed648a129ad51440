import { LOCK_CLASS } from '../lock-class';

/** Limit for looking at further tenants when those so far have nothing that may run now. */
const ROUNDS_MAX = 50;

/** Value of `crashes` in earlier versions for a job that is not retried automatically. */
const SET_ASIDE = 3;

/** Conditions for a job to be taken, apart from its time and `serial_by`. */
const IS_WAITING = 'locked_by is null and attempts < attempts_max';

/**
 * Takes jobs in one statement. Each task has its own range of an index and each tenant its own within it, so a backlog
 * costs others nothing. A lock serialises taking, so that each worker sees the jobs that others have taken.
 */
export function takeJobs(schema: string): string {
  return [columns, addJobSql, nextTenants, take].map((part) => part(schema)).join('');
}

/** Replaces an earlier version of these functions in a schema. */
export function takeJobsAgain(schema: string): string {
  return `
drop function if exists ${schema}.take_jobs(text, text[], int, text, int);
drop function if exists ${schema}.take_jobs(text, text[], int, text, int, int[]);
${take(schema)}`;
}

/** Converts jobs that were set aside after two deaths to the current rules. */
export function suspectsByTask(schema: string): string {
  return `${takeJobsAgain(schema)}
update ${schema}.job set crashes = ${SET_ASIDE} where crashes = 2 and locked_by is null and attempts >= attempts_max;
`;
}

function columns(schema: string): string {
  return `
alter table ${schema}.job add tenant text not null default '-', add crashes smallint not null default 0,
  add replayed boolean not null default false;
drop index ${schema}.job_next;
create index job_due on ${schema}.job (task, tenant, priority, run_at, id) where ${IS_WAITING} and crashes = 0;
create index job_suspect on ${schema}.job (task, id) where ${IS_WAITING} and crashes > 0;
create index job_running on ${schema}.job (task, tenant) where locked_by is not null;
`;
}

/**
 * Replaces a waiting job with the same key and never delays it; a running one loses the key, and will not be retried.
 */
function addJobSql(schema: string): string {
  return `
drop function ${schema}.add_job(text, json, text, timestamptz, int, text, int);
create function ${schema}.add_job(
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
        run_at = least(waiting.run_at, excluded.run_at), attempts = 0, crashes = 0, replayed = false,
        attempts_max = excluded.attempts_max, priority = excluded.priority, last_error = null
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

/** Tenants with jobs, in order, after `p_after`: one index probe each. */
function nextTenants(schema: string): string {
  const behind = (tenant: string) => `
      select min(tenant) from ${schema}.job
      where task = p_task and ${IS_WAITING} and crashes = 0 and tenant > ${tenant}`;
  return `
create function ${schema}.next_tenants(p_task text, p_after text, p_count int) returns setof text language sql stable as $$
  with recursive waiting (tenant, number) as (
    select (${behind('p_after')}), 1
    union all
    select (${behind('waiting.tenant')}), number + 1 from waiting where waiting.tenant is not null and number < p_count
  )
  select tenant from waiting where tenant is not null
$$;
`;
}

/**
 * Takes jobs of some tasks: of tenants in turn, starting after `p_after`, at most `p_tenant_max` concurrent ones per
 * tenant, none of paused tenants; of jobs with the same serial_by only the first, when none of them is running. Jobs
 * whose process has died run one at a time, so that one that kills each process leaves time for the others. Statistics
 * of a queue are always wrong, so the planner is forced to walk the indexes in order, and plans once per connection.
 */
function take(schema: string): string {
  return `
drop function if exists ${schema}.take_jobs(text, text[], int);
create function ${schema}.take_jobs(
  p_worker text, p_tasks text[], p_count int, p_after text, p_tenant_max int, p_leases_s int[] default null
) returns setof ${schema}.job language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_incremental_sort = off
set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
declare
  v_now timestamptz;
  v_after text := p_after;
  v_left int := p_count;
  v_taken int;
  v_tenants text[];
  v_is_wrapped boolean := p_after = '';
begin
  perform pg_advisory_xact_lock(${LOCK_CLASS.takeJobs}, hashtext('${schema}'));
  v_now := clock_timestamp();
  ${takeSuspect(schema)}
  for round in 1..${ROUNDS_MAX} loop
    exit when v_left <= 0;
    select array_agg(tenant order by tenant) into v_tenants from (
      select distinct tenant from unnest(p_tasks) as wanted (task),
        lateral ${schema}.next_tenants(wanted.task, v_after, v_left) as tenant
      order by tenant limit v_left
    ) as tenants;
    if v_tenants is null then
      exit when v_is_wrapped;
      v_is_wrapped := true;
      v_after := '';
      continue;
    end if;
    return query
    with due as (
      select job.id, row_number() over (partition by tenants.tenant order by job.priority, job.run_at, job.id) as place,
        tenants.number, p_tenant_max - running.count as room
      from unnest(v_tenants) with ordinality as tenants (tenant, number)
      cross join lateral (
        select count(*) as count from ${schema}.job as running
        where running.task = any(p_tasks) and running.tenant = tenants.tenant and running.locked_by is not null
      ) as running
      cross join unnest(p_tasks) as wanted (task)
      cross join lateral (
        select id, priority, run_at from ${schema}.job as waiting
        where task = wanted.task and tenant = tenants.tenant and ${IS_WAITING} and crashes = 0 and run_at <= v_now
          and ${mayRun(schema)} and ${isNotPaused(schema, { task: 'wanted.task', tenant: 'tenants.tenant' })}
        order by priority, run_at, id
        limit greatest(least(v_left, p_tenant_max - running.count), 0)
        for update skip locked
      ) as job
    ), next as (
      select due.id from due where place <= room order by place, number limit v_left
    )
    update ${schema}.job as job set locked_by = p_worker, attempts = job.attempts + 1, alone = false,
      leased_until = ${LEASE_END}
    from next where job.id = next.id
    returning job.*;
    get diagnostics v_taken = row_count;
    v_left := v_left - v_taken;
    v_after := v_tenants[cardinality(v_tenants)];
    exit when v_is_wrapped and v_after >= p_after and p_after <> '';
  end loop;
end $$;
`;
}

/**
 * One at a time per task: one that waits for a slow origin delays no other kind of work. Jobs that were running when a
 * process ended by itself are left to trials. The job is chosen in a CTE: Postgres may rerun a subquery for each row of
 * the table that it is joined with, and `skip locked` would then choose another job each time.
 */
function takeSuspect(schema: string): string {
  return `
  return query
  with next as materialized (
    select id from ${schema}.job as waiting
    where task = any(p_tasks) and ${IS_WAITING} and crashes > 0 and proofs = 0 and run_at <= v_now
      and not exists (
        select from ${schema}.job as running
        where running.locked_by is not null and running.crashes > 0 and running.task = waiting.task
      ) and ${mayRun(schema)} and ${isNotPaused(schema)}
    order by id limit 1 for update skip locked
  )
  update ${schema}.job as job set locked_by = p_worker, attempts = job.attempts + 1, alone = false,
      leased_until = ${LEASE_END}
  from next where job.id = next.id
  returning job.*;
  get diagnostics v_taken = row_count;
  v_left := v_left - v_taken;`;
}

/** End of the lease of a job being taken. Null when its worker sets no leases. */
export const LEASE_END = 'v_now + make_interval(secs => p_leases_s[array_position(p_tasks, job.task)])';

/**
 * Whether the work of a task for a tenant is not paused. It does not depend on the job: Postgres checks once per
 * tenant.
 */
export function isNotPaused(schema: string, of = { task: 'waiting.task', tenant: 'waiting.tenant' }): string {
  return `not exists (
            select from ${schema}.pause where pause.task = ${of.task} and pause.tenant = ${of.tenant} and until > v_now
          )`;
}

/** Whether a waiting job is the first of its serial_by, and none of them is running. */
export function mayRun(schema: string): string {
  return `(serial_by is null or (
          not exists (
            select from ${schema}.job as running
            where running.serial_by = waiting.serial_by and running.locked_by is not null
          ) and not exists (
            select from ${schema}.job as earlier
            where earlier.serial_by = waiting.serial_by and earlier.locked_by is null
              and earlier.attempts <> earlier.attempts_max and earlier.run_at <= v_now
              and (earlier.priority, earlier.run_at, earlier.id) < (waiting.priority, waiting.run_at, waiting.id)
          )
        ))`;
}
