import { AppError } from '@lectern/contracts/core';
import type { Logger } from '@nestjs/common';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { LINE_BYTES_MAX } from './journal-files';
import { type JournalKinds, type JournalLine, readLines } from './journal-line';

/** Lines of one write. */
const BATCH_LINES_MAX = 500;
/** Bytes that are read at once; a line has fewer. */
const BATCH_BYTES_MAX = 2 * LINE_BYTES_MAX;

/** A file of a journal, as far as lines of it are wanted. */
export interface DrainedFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** How much of it is known to be delivered. */
  readonly deliveredBytes: number;
}

/** Bytes of a file that are delivered at once. */
export interface JournalPart {
  /** Name of the file. */
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/** Where lines go. A sink that stores the position with what it makes of the lines gets each of them once. */
export interface JournalSink<K extends string> {
  /** How much of a file it has. @throws AppError `unavailable` */
  position(id: string): Promise<number>;
  /**
   * Takes whole lines, or none for lines that it refused before.
   *
   * @returns false when it has this part, or some of it, already: nothing has changed then
   * @throws AppError `unavailable`, `deadline_exceeded`, `storage_full`; any other Error for lines that it refuses
   */
  write(part: JournalPart, lines: readonly JournalLine<K>[]): Promise<boolean>;
  /** The file is gone. @throws AppError `unavailable` */
  forget(id: string): Promise<void>;
}

export interface DrainOptions<K extends string> {
  readonly kinds: JournalKinds<K>;
  readonly logger: Logger;
  /** For metrics. */
  readonly count: (outcome: 'written' | 'dropped', lines: number) => void;
}

/** Delivers lines of journals, each once whatever ends in between. */
export class JournalDrain<K extends string> {
  constructor(
    private readonly sink: JournalSink<K>,
    private readonly options: DrainOptions<K>,
  ) {}

  /**
   * Delivers whole lines of a file up to its size.
   *
   * @param progress is called with how much of it was delivered, after every step
   * @throws AppError `unavailable`, `deadline_exceeded`, `storage_full`; Error when the file cannot be read
   */
  async drain({ path, sizeBytes, deliveredBytes }: DrainedFile, progress: (bytes: number) => void): Promise<void> {
    const id = basename(path);
    let position = deliveredBytes;
    // Each round moves on, or learns where the sink is: behind, when it was restored.
    while (position < sizeBytes) {
      const lines = await this.linesOf(path, position, sizeBytes);
      if (lines.length === 0) return;
      position = await this.step(id, position, lines);
      progress(position);
    }
  }

  /** The file of this name is gone. @throws AppError `unavailable` */
  forget(path: string): Promise<void> {
    return this.sink.forget(basename(path));
  }

  private async linesOf(path: string, from: number, to: number): Promise<readonly JournalLine<K>[]> {
    const file = await open(path, 'r');
    try {
      const piece = Buffer.alloc(Math.min(BATCH_BYTES_MAX, to - from));
      const { bytesRead } = await file.read(piece, 0, piece.length, from);
      return readLines(piece.subarray(0, bytesRead), this.options.kinds).slice(0, BATCH_LINES_MAX);
    } finally {
      await file.close();
    }
  }

  /** @returns the position behind these lines, or where the sink is already */
  private async step(id: string, from: number, lines: readonly JournalLine<K>[]): Promise<number> {
    const to = from + linesBytes(lines);
    try {
      if (!(await this.sink.write({ id, from, to }, lines))) return await this.sink.position(id);
      const written = lines.filter(({ kind }) => kind !== undefined).length;
      this.options.count('written', written);
      if (written < lines.length) this.refused(lines.length - written, 'a crash left lines unfinished');
      return to;
    } catch (error) {
      if (passes(error)) throw error;
      const [only, ...others] = lines;
      if (only && others.length > 0) return this.step(id, from, lines.slice(0, Math.ceil(lines.length / 2)));
      // The position moves behind the line, and nothing is made of it.
      await this.sink.write({ id, from, to }, []);
      this.refused(1, error);
      return to;
    }
  }

  private refused(count: number, error: unknown): void {
    this.options.count('dropped', count);
    // Of the error only its message: the rest contains the line.
    const reason = error instanceof Error ? error.message : String(error);
    this.options.logger.error(`${count} rows of the journal cannot be stored: ${reason}`);
  }
}

function linesBytes(lines: readonly JournalLine<string>[]): number {
  return lines.reduce((sum, line) => sum + line.sizeBytes, 0);
}

/** Whether the same may succeed later. */
function passes(error: unknown): boolean {
  return error instanceof AppError && ['unavailable', 'deadline_exceeded', 'storage_full'].includes(error.code);
}
