import type { TableName } from '../dialect';

/** Collects the tables that a statement names, without the queries that it defines itself in `WITH`. */
export class NamedTables {
  private readonly found = new Map<string, TableName>();

  get all(): readonly TableName[] {
    return [...this.found.values()];
  }

  /** @param scope names that mean a query of the statement where the table is named */
  add({ schema, name }: TableName, scope: ReadonlySet<string>): void {
    if (schema === undefined && scope.has(name)) return;
    this.found.set(JSON.stringify([schema, name]), schema === undefined ? { name } : { schema, name });
  }
}

/** A query that `WITH` defines. */
export interface NamedQuery {
  readonly name: string;
  readonly query: unknown;
}

/**
 * Visits the queries of a `WITH` in their order: each sees those before it, and itself where they may recur. What a
 * database would let it see besides counts as a table, which is refused where there is none of that name.
 *
 * @returns the names that the main query sees
 */
export function visitNamedQueries(
  queries: readonly NamedQuery[],
  { isRecursive, scope }: { readonly isRecursive: boolean; readonly scope: ReadonlySet<string> },
  visit: (query: unknown, scope: ReadonlySet<string>) => void,
): ReadonlySet<string> {
  let seen = scope;
  for (const { name, query } of queries) {
    const withOwn = new Set([...seen, name]);
    visit(query, isRecursive ? withOwn : seen);
    seen = withOwn;
  }
  return seen;
}
