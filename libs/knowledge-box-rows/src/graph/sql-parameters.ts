/** Of the deadline of a read, so that the refusal still arrives. */
const STATEMENT_TIMEOUT_MS = 8_000;

/** Values of a statement, each of which its text names by number, and how long it may run. */
export class SqlParameters {
  private readonly values: unknown[] = [];

  constructor(readonly timeoutMs = STATEMENT_TIMEOUT_MS) {}

  /** @returns what stands for the value in the statement */
  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** The statement with the values that it names: Postgres refuses others. */
  bind(sql: string): { readonly sql: string; readonly values: readonly unknown[] } {
    const numbers = new Map<string, number>();
    const renumbered = sql.replace(/\$(\d+)/g, (_, number: string) => {
      if (!numbers.has(number)) numbers.set(number, numbers.size + 1);
      return `$${numbers.get(number)}`;
    });
    return { sql: renumbered, values: [...numbers.keys()].map((number) => this.values[Number(number) - 1]) };
  }
}
