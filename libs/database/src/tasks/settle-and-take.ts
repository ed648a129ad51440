/**
 * Writes how jobs of a worker ended and takes others for it, those included that waited for their turn: one statement
 * and one commit for each job that follows another.
 */
export function settleAndTake(schema: string): string {
  return `
create function ${schema}.settle_and_take_jobs(
  p_worker text, p_done bigint[], p_interrupted bigint[], p_failed json, p_tasks text[], p_count int, p_after text,
  p_tenant_max int
) returns setof ${schema}.job language plpgsql as $$
begin
  if cardinality(p_done) > 0 or cardinality(p_interrupted) > 0 or p_failed is not null then
    perform ${schema}.settle_jobs(p_worker, p_done, p_interrupted, p_failed);
  end if;
  return query select * from ${schema}.take_jobs(p_worker, p_tasks, p_count, p_after, p_tenant_max);
end $$;
`;
}
