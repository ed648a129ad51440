import { AppError } from '@lectern/contracts/core';
import type { Logger } from '@nestjs/common';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { LINE_BYTES_MAX } from './journal-files';
import { type JournalKinds, type JournalLine, readLines } from './journal-line';

/** Lines of one write. */
const BATCH_LINES_MAX = 500;
/** Bytes read at once; every line is shorter. */
const BATCH_BYTES_MAX = 2 * LINE_BYTES_MAX;

/** A file of a journal, up to the size to deliver. */
export interface DrainedFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** Bytes known to be delivered. */
  readonly deliveredBytes: number;
}

/** A range of bytes of a file, delivered in one write. */
export interface JournalPart {
  /** Name of the file. */
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/** Receiver of lines. A sink that stores the position together with its results gets each line exactly once. */
export interface JournalSink<K extends string> {
  /** How many bytes of a file it has. @throws AppError `unavailable` */
  position(id: string): Promise<number>;
  /**
   * Takes whole lines, or an empty list to skip lines that it refused before.
   *
   * @returns false, without a change, when it already has this part or some of it
   * @throws AppError `unavailable`, `deadline_exceeded`, `storage_full`; any other Error for lines that it rejects
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

/** Delivers lines of journals, each exactly once even if a process ends in between. */
export class JournalDrain<K extends string> {
  constructor(
    private readonly sink: JournalSink<K>,
    private readonly options: DrainOptions<K>,
  ) {}

  /**
   * Delivers whole lines of a file up to its size.
   *
   * @param progress is called after every step with the number of bytes delivered
   * @throws AppError `unavailable`, `deadline_exceeded`, `storage_full`; Error when the file cannot be read
   */
  async drain({ path, sizeBytes, deliveredBytes }: DrainedFile, progress: (bytes: number) => void): Promise<void> {
    const id = basename(path);
    let position = deliveredBytes;
    // Each round advances, or learns the sink's position, which is earlier after the sink was restored.
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

  /** @returns the position after these lines, or the sink's own position */
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
      // Moves the sink's position past the line, without storing the line.
      await this.sink.write({ id, from, to }, []);
      this.refused(1, error);
      return to;
    }
  }

  private refused(count: number, error: unknown): void {
    this.options.count('dropped', count);
    // Only the message of the error: the rest contains the line.
    const reason = error instanceof Error ? error.message : String(error);
    this.options.logger.error(`${count} rows of the journal cannot be stored: ${reason}`);
  }
}

function linesBytes(lines: readonly JournalLine<string>[]): number {
  return lines.reduce((sum, line) => sum + line.sizeBytes, 0);
}

/** Whether the same write may succeed later. */
function passes(error: unknown): boolean {
  return error instanceof AppError && ['unavailable', 'deadline_exceeded', 'storage_full'].includes(error.code);
}
