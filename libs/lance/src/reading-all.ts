import type { Table } from '@lancedb/lancedb';
import { rowCount } from './query-limits';

/** Fixed cost of a query for some rows, as a number of rows. */
const ROWS_PER_QUESTION = 100;
/** Cost after which the number of rows is first checked. */
const ROWS_MIN = 200;

interface ReadingAllOptions {
  /** Reading one row by its address costs as much as reading this many in order. */
  readonly rowsInOrder: number;
  /** Reads all rows, unless there are too many. */
  readonly readAll: (rows: number) => Promise<void>;
}

/**
 * Reads all rows of a table once reading some by address has cost as much, so that both together cost at most twice the
 * better alternative (the ski rental problem).
 */
export class ReadingAll {
  private lately = 0;
  private asksFrom = ROWS_MIN;
  private reading: Promise<void> | undefined;

  constructor(
    private readonly table: Table,
    private readonly options: ReadingAllOptions,
  ) {}

  /** Call before rows are read by address: afterwards all may have been read. @param rows to be read */
  async insteadOf(rows: number): Promise<void> {
    this.lately += ROWS_PER_QUESTION + rows;
    if (this.lately < this.asksFrom) return;
    this.reading ??= this.readIfCheaper().finally(() => (this.reading = undefined));
    await this.reading;
  }

  private async readIfCheaper(): Promise<void> {
    const rows = await rowCount(this.table);
    this.asksFrom = Math.max(ROWS_MIN, rows / this.options.rowsInOrder);
    if (this.lately < this.asksFrom) return;
    this.lately = 0;
    await this.options.readAll(rows);
  }
}
