import type { Table } from '@lancedb/lancedb';
import { rowCount } from './query-limits';

/** Rows that one question for some rows costs as much as, beside those that it takes. */
const ROWS_PER_QUESTION = 100;
/** What is read before it is asked how many rows there are. */
const ROWS_MIN = 200;

interface ReadingAllOptions {
  /** Taking one row by its address costs as much as reading this many in order. */
  readonly rowsInOrder: number;
  /** Reads all rows, if they are not too many. */
  readonly readAll: (rows: number) => Promise<void>;
}

/**
 * Reads all rows of a table as soon as taking some of them by their addresses has cost as much, so that both together
 * cost at most twice what the better of them would have (the ski rental problem).
 */
export class ReadingAll {
  private lately = 0;
  private asksFrom = ROWS_MIN;
  private reading: Promise<void> | undefined;

  constructor(
    private readonly table: Table,
    private readonly options: ReadingAllOptions,
  ) {}

  /** To be asked before rows are taken: all may have been read then. @param rows how many are to be taken */
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
