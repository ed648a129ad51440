/** Below the deadline of a read, so that the error still reaches the caller. */
const STATEMENT_TIMEOUT_MS = 8_000;

/** Values of a statement, referenced by number in its text, and its timeout. */
export class SqlParameters {
  private readonly values: unknown[] = [];

  constructor(readonly timeoutMs = STATEMENT_TIMEOUT_MS) {}

  /** @returns the placeholder of the value */
  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** The statement with the values it references; Postgres rejects others. */
  bind(sql: string): { readonly sql: string; readonly values: readonly unknown[] } {
    const numbers = new Map<string, number>();
    const renumbered = sql.replace(/\$(\d+)/g, (_, number: string) => {
      if (!numbers.has(number)) numbers.set(number, numbers.size + 1);
      return `$${numbers.get(number)}`;
    });
    return { sql: renumbered, values: [...numbers.keys()].map((number) => this.values[Number(number) - 1]) };
  }
}
