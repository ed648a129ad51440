import { AppError } from '@lectern/contracts/core';
import { Metrics } from '@lectern/runtime';
import { Injectable, Logger } from '@nestjs/common';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { LINE_BYTES_MAX } from './activity-journal';
import { ActivityWriter } from './activity-writer';
import { type JournalLine, readLines } from './journal-line';

/** Lines of one write. */
const BATCH_LINES_MAX = 500;
/** Bytes that are read at once; a line has fewer. */
const BATCH_BYTES_MAX = 2 * LINE_BYTES_MAX;

/** A file of a journal, as far as lines of it are wanted. */
export interface DrainedFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** How much of it is known to be in the database. */
  readonly drainedBytes: number;
}

/** Moves lines of journals into the database, each once whatever ends in between. */
@Injectable()
export class JournalDrain {
  private readonly logger = new Logger('Activity');
  private readonly rows: ReturnType<Metrics['counter']>;

  constructor(
    private readonly writer: ActivityWriter,
    metrics: Metrics,
  ) {
    this.rows = metrics.counter({
      name: 'activity_rows_total',
      help: 'Rows of the activity log: written, or dropped because they could not be',
      labels: ['outcome'],
    });
  }

  /** So many rows could not even wait. */
  dropped(count: number): void {
    this.rows.inc({ outcome: 'dropped' }, count);
  }

  /**
   * Writes whole lines of a file up to its size.
   *
   * @param progress is called with how much of it is in the database, after every step
   * @throws AppError `unavailable`, `deadline_exceeded`, `storage_full`; Error when the file cannot be read
   */
  async drain({ path, sizeBytes, drainedBytes }: DrainedFile, progress: (bytes: number) => void): Promise<void> {
    const id = basename(path);
    let position = drainedBytes;
    // Each round moves on, or learns where the database is: behind, when it was restored.
    while (position < sizeBytes) {
      const lines = await this.linesOf(path, position, sizeBytes);
      if (lines.length === 0) return;
      position = await this.step(id, position, lines);
      progress(position);
    }
  }

  /** The file of this name is gone. @throws AppError `unavailable` */
  forget(path: string): Promise<void> {
    return this.writer.forget(basename(path));
  }

  private async linesOf(path: string, from: number, to: number): Promise<readonly JournalLine[]> {
    const file = await open(path, 'r');
    try {
      const piece = Buffer.alloc(Math.min(BATCH_BYTES_MAX, to - from));
      const { bytesRead } = await file.read(piece, 0, piece.length, from);
      return readLines(piece.subarray(0, bytesRead)).slice(0, BATCH_LINES_MAX);
    } finally {
      await file.close();
    }
  }

  /** @returns the position behind these lines, or where the database is already */
  private async step(id: string, from: number, lines: readonly JournalLine[]): Promise<number> {
    const to = from + sizeOf(lines);
    try {
      if (!(await this.writer.write({ id, from, to }, lines))) return await this.writer.position(id);
      const written = lines.filter(({ kind }) => kind !== undefined).length;
      this.rows.inc({ outcome: 'written' }, written);
      if (written < lines.length) this.refused(lines.length - written, 'a crash left lines unfinished');
      return to;
    } catch (error) {
      if (passes(error)) throw error;
      const [only, ...others] = lines;
      if (only && others.length > 0) return this.step(id, from, lines.slice(0, Math.ceil(lines.length / 2)));
      // The position moves behind the line, and no row is made of it.
      await this.writer.write({ id, from, to }, []);
      this.refused(1, error);
      return to;
    }
  }

  private refused(count: number, error: unknown): void {
    this.rows.inc({ outcome: 'dropped' }, count);
    // Of the error only its message: the rest contains the row.
    const reason = error instanceof Error ? error.message : String(error);
    this.logger.error(`${count} rows of activity cannot be stored: ${reason}`);
  }
}

function sizeOf(lines: readonly JournalLine[]): number {
  return lines.reduce((sum, line) => sum + line.sizeBytes, 0);
}

/** Whether the same may succeed later. */
function passes(error: unknown): boolean {
  return error instanceof AppError && ['unavailable', 'deadline_exceeded', 'storage_full'].includes(error.code);
}
