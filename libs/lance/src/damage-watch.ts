import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '@lancedb/lancedb';
import { AppError, DamagedIndexError, DroppedIndexError } from '@lectern/contracts/core';
import { indexError } from './lance-errors';
import { isSuspicious, namesDamage } from './table-damage';
import { examine, type Examined, tablePath, readWhole } from './table-examination';
import { TableFiles } from './table-files';

/** Called with the name of a table whenever it is found damaged. */
export type OnDamage = (table: string, reason: string) => void;

/** How long a result is cached, so that many requests do not examine the same table. */
const REMEMBERED_MS = 2_000;
/** Minimum time between two reads of a whole table because of failures with an unknown cause. */
const WHOLE_EVERY_MS = 30_000;
const TABLES_MAX = 10_000;

interface Found {
  readonly error: DamagedIndexError;
  readonly untilMs: number;
}

/** Maximum number of tables whose files are tracked; the least recently used are dropped. */
const WATCHED_MAX = 256;
/**
 * After this pause, a table that was being dropped by another process, or a file that was being written, looks
 * different.
 */
const PAUSE_MS = 300;

/** Distinguishes damaged tables of a folder from transient errors, before anybody drops anything. */
export class DamageWatch {
  private readonly damaged = new Map<string, Found>();
  private readonly readWholeAtMs = new Map<string, number>();
  private readonly files = new Map<string, TableFiles>();
  private drops = 0;

  /** @param columns that every table has */
  constructor(
    private readonly folder: string,
    private readonly columns: readonly string[],
    private readonly onDamage: OnDamage = () => undefined,
  ) {}

  /** @throws DamagedIndexError when the table was recently found damaged */
  check(name: string): void {
    const found = this.damaged.get(name);
    if (found && found.untilMs > Date.now()) throw found.error;
    this.damaged.delete(name);
  }

  /**
   * Repeats a failed query without cached state of its table.
   *
   * @throws DamagedIndexError; DroppedIndexError; AppError `unavailable`, `storage_full`
   */
  async again<T>(
    name: string,
    query: (table: Table) => Promise<T>,
  ): Promise<Exclude<Examined<T>, { state: 'damaged' }>> {
    const { drops } = this;
    const { folder, columns } = this;
    const found = await examine({ folder, name, columns }, query).catch((error: unknown) => {
      throw indexError(error);
    });
    if (found.state !== 'damaged') return found;
    if (drops !== this.drops) throw new DroppedIndexError();
    throw this.found(name, found.reason);
  }

  /** Checks whether damage caused the failure of an operation other than a query. @throws DamagedIndexError */
  async suspect(name: string, error: unknown): Promise<void> {
    const cause = error instanceof AppError ? error.cause : error;
    if (cause === undefined || !isSuspicious(cause)) return;
    const nowMs = Date.now();
    if (!namesDamage(cause) && nowMs - (this.readWholeAtMs.get(name) ?? -Infinity) < WHOLE_EVERY_MS) return;
    if (this.readWholeAtMs.size >= TABLES_MAX) this.readWholeAtMs.clear();
    this.readWholeAtMs.set(name, nowMs);
    await this.again(name, readWhole).catch((other: unknown) => {
      if (other instanceof DamagedIndexError) throw other;
    });
  }

  /**
   * Checks the files of a table without reading them.
   *
   * @param everyMs maximum age of a cached result
   * @throws DamagedIndexError when LanceDB must not read one of them
   */
  async refuseUnreadable(name: string, everyMs?: number): Promise<void> {
    const { drops } = this;
    const files = this.filesOf(name);
    if ((await files.problem(everyMs)) === undefined) return;
    await sleep(PAUSE_MS);
    const problem = await files.problem();
    if (problem === undefined) return;
    if (drops !== this.drops) throw new DroppedIndexError();
    throw this.found(name, problem);
  }

  /** Whether a recent check of the table's files found no problem. */
  wasSound(name: string, withinMs: number): boolean {
    return Date.now() - (this.files.get(name)?.soundAtMs ?? -Infinity) < withinMs;
  }

  /** Records a table as damaged. @returns the error to throw */
  found(name: string, reason: string): DamagedIndexError {
    const error = new DamagedIndexError(reason);
    if (this.damaged.size >= TABLES_MAX) this.damaged.clear();
    this.damaged.set(name, { error, untilMs: Date.now() + REMEMBERED_MS });
    this.onDamage(name, reason);
    return error;
  }

  /** Called before and after a table is dropped: results from in between are ignored. */
  noteDrop(name: string): void {
    this.drops += 1;
    this.damaged.delete(name);
    this.readWholeAtMs.delete(name);
    this.files.delete(name);
  }

  private filesOf(name: string): TableFiles {
    const files = this.files.get(name) ?? new TableFiles(tablePath(this.folder, name));
    this.files.delete(name);
    this.files.set(name, files);
    const [oldest] = this.files.keys();
    if (this.files.size > WATCHED_MAX && oldest !== undefined) this.files.delete(oldest);
    return files;
  }
}
