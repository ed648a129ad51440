/** What every search pays for a commit and for a row that an index does not cover yet, in milliseconds. */
const COMMIT_COST_MS = 0.085;
const ROW_COST_MS = 0.0025;

/** What was added since an index was last brought up to date. */
export class UnindexedRows {
  constructor(
    private commits = 0,
    private rows = 0,
  ) {}

  /** What it adds to a search, in milliseconds. */
  get costMs(): number {
    return this.commits * COMMIT_COST_MS + this.rows * ROW_COST_MS;
  }

  add(rows: number): void {
    this.commits += 1;
    this.rows += rows;
  }

  /** @returns what takes away everything that is there now, to be called when it was dealt with */
  take(): () => void {
    const { commits, rows } = this;
    return () => {
      this.commits -= commits;
      this.rows -= rows;
    };
  }
}
