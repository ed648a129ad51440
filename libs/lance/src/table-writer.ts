import type { Table } from '@lancedb/lancedb';
import type { Schema, Table as ArrowTable } from 'apache-arrow';
import { toArrow } from './arrow-rows';
import { type BatchPlan, type Change, type Extension, planBatch, type Replacement, runsOf } from './batch-plan';
import { HeldVersions } from './held-versions';
import { indexError } from './lance-errors';
import { MicroBatchQueue, weightOf } from '@lectern/index-engine';
import { addedPages, type RowPage } from './row-pages';
import { sqlIn } from './sql';
import { planExtensions, type PlannedExtension, replacedBy, writeOf } from './table-extension';
import { createMissingIndexes } from './table-index';
import { loadState, UNFINISHED_RID, unfinishedRow } from './table-state';
import { updatedPages } from './updated-pages';
import { Upkeep, type UpkeepOptions } from './upkeep';

const GATHER_MS = 2;
/**
 * Time between commits in a steady stream of puts: a commit costs as much as a few resources, and has to be indexed.
 */
const INTERVAL_MS = 100;
/** While a change that restricts or removes is waiting. */
const URGENT_INTERVAL_MS = 25;
/** For every millisecond that the backlog adds to a search, commits are this much further apart. */
const INTERVAL_MS_PER_DEBT_MS = 4;
/** Below this backlog, changes that restrict or remove are not delayed. */
const URGENT_DEBT_MS_MAX = 30;
const ROWS_PER_BATCH_MAX = 4_000;
const WAITING_MAX = 10_000;

/** Applies changes to one table, in order, several per commit. */
export class TableWriter {
  private closing = false;
  /** Number of unfinished changes other than puts. */
  private urgent = 0;
  /** Whether a write failed, so that the table may differ from the known state. */
  private doubtful = false;
  private readonly queue = new MicroBatchQueue<readonly Change[]>((items) => this.apply(items.flat()), {
    gatherMs: GATHER_MS,
    intervalMs: () => this.intervalMs(),
    weightMax: ROWS_PER_BATCH_MAX,
    lengthMax: WAITING_MAX,
    batchesMax: 1,
  });

  /** @param nextWrite larger than the `write` of every existing row */
  constructor(
    private readonly table: Table,
    readonly schema: Schema,
    private readonly held: HeldVersions,
    private readonly upkeep: Upkeep,
    private nextWrite: number,
  ) {}

  /** Resolves when all changes are stored and searchable. */
  async change(changes: readonly Change[]): Promise<void> {
    if (changes.length === 0) return;
    const rows = changes.reduce((sum, change) => sum + 1 + this.rowsOf(change), 0);
    const urgent = changes.filter(({ kind }) => kind === 'update' || kind === 'delete').length;
    this.urgent += urgent;
    await this.queue.add(changes, rows).finally(() => (this.urgent -= urgent));
  }

  /** Whether it still accepts changes. */
  get open(): boolean {
    return !this.closing;
  }

  /** Resolves when all accepted changes are stored. */
  async close(): Promise<void> {
    this.closing = true;
    await this.queue.drain();
    await this.upkeep.stop();
  }

  private intervalMs(): number {
    const { debtMs } = this.upkeep;
    if (this.urgent === 0) return Math.max(INTERVAL_MS, URGENT_INTERVAL_MS + debtMs * INTERVAL_MS_PER_DEBT_MS);
    return URGENT_INTERVAL_MS + Math.max(0, debtMs - URGENT_DEBT_MS_MAX) * INTERVAL_MS_PER_DEBT_MS;
  }

  /** Number of rows that a change writes; estimated from the average for stored resources. */
  private rowsOf(change: Change): number {
    if (change.kind === 'extend') return change.rows.length;
    if (change.kind === 'put') return weightOf(change.rows, ROWS_PER_BATCH_MAX);
    return change.kind === 'update' ? Math.ceil(this.upkeep.rowCount / Math.max(1, this.held.size)) : 0;
  }

  private async apply(changes: readonly Change[]): Promise<void> {
    try {
      await this.upkeep.during(async () => {
        if (this.doubtful) await this.recover();
        for (const run of runsOf(changes)) await (isExtending(run) ? this.extendAll(run) : this.replaceAll(run));
      });
    } catch (error) {
      this.doubtful = true;
      throw indexError(error);
    }
  }

  private async replaceAll(changes: readonly Replacement[]): Promise<void> {
    const plan = planBatch(changes, this.held);
    await this.store(plan, this.nextWrite++);
    this.noteOutcomes(plan);
  }

  private async extendAll(extensions: readonly Extension[]): Promise<void> {
    for (const planned of planExtensions(extensions, this.held)) {
      await this.extend(planned);
      this.held.setHeld(planned.rid, planned.version);
    }
  }

  /**
   * The new rows get the `write` of the existing ones, so that after a crash neither is mistaken for a leftover of the
   * other. Therefore existing rows with the same ids, for example from an earlier attempt, are deleted first.
   */
  private async extend(planned: PlannedExtension): Promise<void> {
    const { rid, rows } = planned;
    const write = await writeOf(this.table, rid);
    if (write === undefined) throw new Error(`Of resource ${rid} no rows are there`);
    const replaced = replacedBy(planned);
    if ((await this.table.countRows(replaced)) > 0) {
      await this.upkeep.readyToReplace();
      await this.takeAway(replaced);
    }
    for await (const page of addedPages(this.schema, [rows], write)) await this.add(page.rows);
  }

  private async recover(): Promise<void> {
    await this.upkeep.readyToReplace();
    const { versions, lastWrite } = await loadState(this.table);
    this.held.setAllHeld(versions);
    this.nextWrite = Math.max(this.nextWrite, lastWrite + 1);
    this.doubtful = false;
  }

  private noteOutcomes({ outcomes }: BatchPlan): void {
    for (const [rid, { version, deleted }] of outcomes) {
      if (deleted) this.held.setDeleted(rid, version);
      else this.held.setHeld(rid, version);
    }
  }

  /** Adds new rows, then deletes the old ones: a crash in between may leave duplicates but never loses rows. */
  private async store(plan: BatchPlan, write: number): Promise<void> {
    const { rows, updates } = plan;
    const replaced = [...[...rows.keys()].filter((rid) => this.held.has(rid)), ...updates.keys()];
    if (replaced.length > 0) await this.upkeep.readyToReplace();
    if (await this.addAll(this.pagesOf(plan, write), write)) replaced.push(UNFINISHED_RID);
    if (replaced.length > 0) await this.takeAway(`write < ${write} AND ${sqlIn('rid', replaced)}`);
  }

  private async *pagesOf({ rows, updates }: BatchPlan, write: number): AsyncGenerator<RowPage> {
    yield* addedPages(this.schema, rows.values(), write);
    yield* updatedPages(this.table, this.schema, { updates, write });
  }

  /** @returns whether the table marks this write as unfinished, because it took several commits */
  private async addAll(pages: AsyncIterable<RowPage>, write: number): Promise<boolean> {
    let marked = false;
    for await (const { rows, full } of pages) {
      if (full && !marked) await this.add(toArrow(this.schema, [unfinishedRow(this.schema, write)]));
      marked ||= full;
      await this.add(rows);
    }
    return marked;
  }

  private async add(rows: ArrowTable): Promise<void> {
    const { version } = await this.table.add(rows);
    this.upkeep.noteAdded(rows.numRows, version);
  }

  private async takeAway(condition: string): Promise<void> {
    const { numDeletedRows, version } = await this.table.delete(condition);
    this.upkeep.noteDeleted(numDeletedRows, version);
  }
}

function isExtending(run: readonly Replacement[] | readonly Extension[]): run is readonly Extension[] {
  return run[0]?.kind === 'extend';
}

/** Opens the only writer of a table, after creating missing indexes. */
export async function openWriter(table: Table, options: UpkeepOptions): Promise<TableWriter> {
  const { versions, lastWrite, rows } = await loadState(table);
  const held = new HeldVersions(versions);
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
  return new TableWriter(table, schema, held, new Upkeep(table, found, options), lastWrite + 1);
}
