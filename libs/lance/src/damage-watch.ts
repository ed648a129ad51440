import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '@lancedb/lancedb';
import { AppError, DamagedIndexError, DroppedIndexError } from '@lectern/contracts/core';
import { indexError } from './lance-errors';
import { isSuspicious, namesDamage } from './table-damage';
import { examine, type Examined, pathOf, readWhole } from './table-examination';
import { TableFiles } from './table-files';

/** Called with the name of a table whenever it was found damaged. */
export type OnDamage = (table: string, reason: string) => void;

/** How long what was found counts: nobody examines the same table for each of many requests. */
const REMEMBERED_MS = 2_000;
/** Between two readings of a whole table because of failures that may have another cause. */
const WHOLE_EVERY_MS = 30_000;
const TABLES_MAX = 10_000;

interface Found {
  readonly error: DamagedIndexError;
  readonly untilMs: number;
}

/** Tables whose files are remembered as they were; those that were looked at least recently are forgotten first. */
const WATCHED_MAX = 256;
/** A table that is just being dropped by another process, or a file that is just being written, is another after it. */
const PAUSE_MS = 300;

/** Tells damaged tables of a folder from faults that pass, before anybody drops anything. */
export class DamageWatch {
  private readonly damaged = new Map<string, Found>();
  private readonly readWholeAtMs = new Map<string, number>();
  private readonly files = new Map<string, TableFiles>();
  private drops = 0;

  /** @param columns what every table has */
  constructor(
    private readonly folder: string,
    private readonly columns: readonly string[],
    private readonly onDamage: OnDamage = () => undefined,
  ) {}

  /** @throws DamagedIndexError when the table was found damaged a moment ago */
  check(name: string): void {
    const found = this.damaged.get(name);
    if (found && found.untilMs > Date.now()) throw found.error;
    this.damaged.delete(name);
  }

  /**
   * What a query that failed gives where nothing is remembered of its table.
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

  /** Looks for damage behind a failure of something else than a query. @throws DamagedIndexError */
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
   * Looks at the files of a table, without reading them.
   *
   * @param everyMs what was found so lately counts
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

  /** Notes a table as damaged. @returns what to throw */
  found(name: string, reason: string): DamagedIndexError {
    const error = new DamagedIndexError(reason);
    if (this.damaged.size >= TABLES_MAX) this.damaged.clear();
    this.damaged.set(name, { error, untilMs: Date.now() + REMEMBERED_MS });
    this.onDamage(name, reason);
    return error;
  }

  /** Called before a table is dropped and after: what is found meanwhile says nothing. */
  noteDrop(name: string): void {
    this.drops += 1;
    this.damaged.delete(name);
    this.readWholeAtMs.delete(name);
    this.files.delete(name);
  }

  private filesOf(name: string): TableFiles {
    const files = this.files.get(name) ?? new TableFiles(pathOf(this.folder, name));
    this.files.delete(name);
    this.files.set(name, files);
    const [oldest] = this.files.keys();
    if (this.files.size > WATCHED_MAX && oldest !== undefined) this.files.delete(oldest);
    return files;
  }
}
