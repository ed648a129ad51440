import type { Table } from '@lancedb/lancedb';

/** A table as it is now. */
export interface TableState {
  readonly table: Table;
  /** Another one after each change of the table. */
  readonly state: number;
}

/** Of at most 50 words each, so some MiB at most. */
const KEPT_MAX = 4_096;

/**
 * Completions of beginnings, of tables as they are. What was used longest ago is forgotten first.
 */
export class KeptCompletions {
  private readonly kept = new Map<string, Promise<readonly string[]>>();
  private readonly numbers = new WeakMap<Table, number>();
  private opened = 0;

  /** @param condition which rows are read */
  async get(
    { table, state }: TableState,
    condition: string,
    read: () => Promise<readonly string[]>,
  ): Promise<readonly string[]> {
    const key = `${this.numberOf(table)}/${state}/${condition}`;
    const known = this.kept.get(key);
    this.kept.delete(key);
    const completions = known ?? read();
    this.kept.set(key, completions);
    if (!known) completions.catch(() => this.kept.delete(key));
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT_MAX && oldest !== undefined) this.kept.delete(oldest);
    return completions;
  }

  /** Another opening may be of another table with the same name. */
  numberOf(table: Table): number {
    const number = this.numbers.get(table) ?? (this.opened += 1);
    this.numbers.set(table, number);
    return number;
  }
}
