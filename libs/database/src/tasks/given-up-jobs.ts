/** Lets the jobs of one tenant that were given up be found among all others. */
export function givenUpJobs(schema: string): string {
  return `
create index job_given_up on ${schema}.job (tenant, id) where locked_by is null and attempts >= attempts_max;
`;
}
