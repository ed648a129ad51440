import type { Table } from '@lancedb/lancedb';

/** A table in one state. */
export interface TableState {
  readonly table: Table;
  /** Differs after each change of the table. */
  readonly state: number;
}

/** At most 50 words per entry, so at most a few MiB. */
const KEPT_MAX = 4_096;

/** Completions of beginnings per state of a table. The least recently used are evicted first. */
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

  /** A reopened table may be a different one with the same name. */
  numberOf(table: Table): number {
    const number = this.numbers.get(table) ?? (this.opened += 1);
    this.numbers.set(table, number);
    return number;
  }
}
