/** An index that finds the given-up jobs of one tenant among all others. */
export function givenUpJobs(schema: string): string {
  return `
create index job_given_up on ${schema}.job (tenant, id) where locked_by is null and attempts >= attempts_max;
`;
}
