/** Cost that a commit, and a row that is not yet indexed, add to every search, in milliseconds. */
const COMMIT_COST_MS = 0.085;
const ROW_COST_MS = 0.0025;

/** Rows added since an index was last updated. */
export class UnindexedRows {
  constructor(
    private commits = 0,
    private rows = 0,
  ) {}

  /** The cost they add to a search, in milliseconds. */
  get costMs(): number {
    return this.commits * COMMIT_COST_MS + this.rows * ROW_COST_MS;
  }

  add(rows: number): void {
    this.commits += 1;
    this.rows += rows;
  }

  /** @returns a function that subtracts the current rows; call it when they have been indexed */
  take(): () => void {
    const { commits, rows } = this;
    return () => {
      this.commits -= commits;
      this.rows -= rows;
    };
  }
}
