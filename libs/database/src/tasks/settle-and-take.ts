/**
 * Writes the outcomes of a worker's jobs and takes others for it, including those that waited for their turn: one
 * statement and one commit for each job that follows another. Leases are in seconds, in the order of the tasks.
 */
export function settleAndTake(schema: string): string {
  return `
drop function if exists ${schema}.settle_and_take_jobs(text, bigint[], bigint[], json, text[], int, text, int);
drop function if exists
  ${schema}.settle_and_take_jobs(text, bigint[], bigint[], json, text[], int, text, int, int[]);
create function ${schema}.settle_and_take_jobs(
  p_worker text, p_done bigint[], p_interrupted bigint[], p_failed json, p_tasks text[], p_count int, p_after text,
  p_tenant_max int, p_leases_s int[] default null
) returns setof ${schema}.job language plpgsql as $$
begin
  if cardinality(p_done) > 0 or cardinality(p_interrupted) > 0 or p_failed is not null then
    perform ${schema}.settle_jobs(p_worker, p_done, p_interrupted, p_failed);
  end if;
  return query select * from ${schema}.take_jobs(p_worker, p_tasks, p_count, p_after, p_tenant_max, p_leases_s);
end $$;
`;
}
