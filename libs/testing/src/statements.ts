/** The part of a TypeORM data source that reports statements. */
interface Watched {
  readonly subscribers: { afterQuery?(event: { readonly query: string }): unknown }[];
}

/** The SQL statements that a data source runs during `work`, including those that begin and end transactions. */
export async function statementsDuring(dataSource: Watched, work: () => Promise<unknown>): Promise<readonly string[]> {
  const statements: string[] = [];
  const watching = { afterQuery: ({ query }: { readonly query: string }) => void statements.push(query) };
  dataSource.subscribers.push(watching);
  try {
    await work();
  } finally {
    dataSource.subscribers.splice(dataSource.subscribers.indexOf(watching), 1);
  }
  return statements;
}
