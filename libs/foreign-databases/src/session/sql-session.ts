/** A cell: dates, times, and numbers beyond 2^53 are texts; bytes are their length in words. */
export type Cell = string | number | boolean | null;

/** What a query returned. */
export interface QueryRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Whether there are more rows than may be read. */
  readonly hasMore: boolean;
}

/** Bounds of one query. */
export interface QueryBounds {
  readonly rowsMax: number;
  /** Bytes that the database may send. */
  readonly bytesMax: number;
  /** From the first byte sent until the last one received. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A column of a table. */
export interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly isPrimaryKey: boolean;
  /** `table.column` that it refers to. */
  readonly references?: string;
}

/** A table or view. */
export interface TableInfo {
  readonly name: string;
  readonly kind: 'table' | 'view';
  readonly columns: readonly ColumnInfo[];
  /** As the database describes them. */
  readonly indexes: readonly string[];
}

/**
 * A connection that only reads. Its transactions are read-only, whatever statements say, and the database ends them
 * after their time; so does the connection when the database does not. Use it for one thing at a time.
 */
export interface SqlSession {
  /**
   * Runs a statement that was checked.
   *
   * @throws QueryError with what the database says
   * @throws AppError `deadline_exceeded`, `too_large`, `unavailable`, `cancelled`
   */
  query(statement: string, bounds: QueryBounds): Promise<QueryRows>;
  /** Tables and views of its schema, by name. @throws as `query` does */
  tables(bounds: QueryBounds): Promise<readonly TableInfo[]>;
  /** Whether it can be used again. */
  readonly isUsable: boolean;
  /** At once, whatever runs. */
  close(): void;
}

/** The database refuses a statement. */
export class QueryError extends Error {
  override readonly name = 'QueryError';

  /**
   * @param message what the database says
   * @param isAboutNames whether it knows no table or column of a name: its schema may have changed
   */
  constructor(
    message: string,
    readonly isAboutNames: boolean,
  ) {
    super(message.slice(0, MESSAGE_CHARS_MAX));
  }
}

const MESSAGE_CHARS_MAX = 500;
/** Tables of a schema, and columns of all its tables together, that are read. */
export const TABLES_MAX = 300;
/** Of all tables together. */
export const COLUMNS_MAX = 5_000;
