import type { Table } from '@lancedb/lancedb';
import type { Schema } from 'apache-arrow';
import { type Row, toArrow } from './arrow-rows';
import { type BatchPlan, type Change, planBatch } from './batch-plan';
import type { HeldVersions } from './held-versions';
import { indexError } from './lance-errors';
import { MicroBatchQueue } from './micro-batch-queue';
import { sqlIn, sqlText } from './sql';
import { createMissingIndexes } from './table-index';
import { loadState } from './table-state';
import { Upkeep, type UpkeepOptions } from './upkeep';

const gatherMs = 2;
const intervalMs = 25;
/** For every millisecond that the backlog adds to a search, commits are this much further apart. */
const intervalMsPerDebtMs = 4;
const rowsPerBatchMax = 4_000;
const waitingMax = 10_000;

/** Changes of one table, in order, several to a commit. */
export class TableWriter {
  private closing = false;
  private readonly queue = new MicroBatchQueue<readonly Change[]>((items) => this.apply(items.flat()), {
    gatherMs,
    intervalMs: () => intervalMs + this.upkeep.debtMs * intervalMsPerDebtMs,
    weightMax: rowsPerBatchMax,
    lengthMax: waitingMax,
    batchesMax: 1,
  });

  /** @param nextWrite larger than the `write` of every row there is */
  constructor(
    private readonly table: Table,
    readonly schema: Schema,
    private readonly held: HeldVersions,
    private readonly upkeep: Upkeep,
    private nextWrite: number,
  ) {}

  /** Resolves when all of it is stored and searchable. */
  async change(changes: readonly Change[]): Promise<void> {
    if (changes.length === 0) return;
    const rows = changes.reduce((sum, change) => sum + 1 + (change.kind === 'put' ? change.rows.length : 0), 0);
    await this.queue.add(changes, rows);
  }

  /** Whether it takes changes still. */
  get open(): boolean {
    return !this.closing;
  }

  /** Resolves when everything that was taken is stored. */
  async close(): Promise<void> {
    this.closing = true;
    await this.queue.drain();
    await this.upkeep.stop();
  }

  private async apply(changes: readonly Change[]): Promise<void> {
    const plan = planBatch(changes, this.held);
    const write = this.nextWrite++;
    try {
      await this.store(plan, write);
    } catch (error) {
      for (const [rid, rows] of plan.rows) if (rows.length > 0) this.held.suspect(rid);
      throw indexError(error);
    }
    for (const [rid, { version, deleted }] of plan.outcomes) {
      if (deleted) this.held.setDeleted(rid, version);
      else this.held.setHeld(rid, version);
    }
  }

  /** New rows first, then the old ones go: a crash in between leaves too much, never too little. */
  private async store({ rows, fields }: BatchPlan, write: number): Promise<void> {
    const added = [...rows.values()].flat().map((row): Row => ({ ...row, write }));
    if (added.length > 0) {
      await this.table.add(toArrow(this.schema, added));
      this.upkeep.noteCommit(added.length);
    }
    const replaced = [...rows.keys()].filter((rid) => this.held.has(rid));
    const conditions = [
      ...(replaced.length > 0 ? [`(write < ${write} AND ${sqlIn('rid', replaced)})`] : []),
      ...fields.map(({ rid, field }) => `(rid = ${sqlText(rid)} AND field = ${sqlText(field)})`),
    ];
    if (conditions.length === 0) return;
    await this.upkeep.settled();
    await this.table.delete(conditions.join(' OR '));
  }
}

/** The one writer of a table, ready for its first change; the table has its indexes then. */
export async function openWriter(table: Table, options: UpkeepOptions): Promise<TableWriter> {
  const { held, nextWrite, rows } = await loadState(table);
  const rowsMadeFor = await createMissingIndexes(table, options.indexes, { rows });
  const [schema, { fragmentStats }, present] = await Promise.all([table.schema(), table.stats(), table.listIndices()]);
  const missing = (rarely: boolean) => {
    const columns = options.indexes.filter((index) => (index.rarely ?? false) === rarely).map(({ column }) => column);
    return Math.max(
      0,
      ...present.map((one) => (columns.includes(one.columns[0] ?? '') ? (one.numUnindexedRows ?? 0) : 0)),
    );
  };
  const found = {
    rows,
    rowsMadeFor,
    fragments: fragmentStats.numFragments,
    unindexedRows: missing(false),
    rareUnindexedRows: missing(true),
  };
  return new TableWriter(table, schema, held, new Upkeep(table, found, options), nextWrite);
}
