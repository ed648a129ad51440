import { ensureFolder, type FolderLock, lockFolder } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import type { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { JournalSegment } from './journal-segment';

/** Longest line, so that every piece read from a file contains at least one whole line. */
export const LINE_BYTES_MAX = 1_000_000;
/** Size at which a file is closed and the next one begins. */
const SEGMENT_BYTES_MAX = 8 * 1024 * 1024;
/** How long lines wait for each other before they are forced to disk together. */
const SYNC_AFTER_MS = 100;

/** A file of this journal, and the number of bytes delivered. */
export interface OwnSegment {
  readonly segment: JournalSegment;
  deliveredBytes: number;
}

/**
 * The files of one process, in its own folder. A line survives the process as soon as it is appended; it survives a
 * power failure a moment later, or once `synced` resolves.
 */
export class JournalFiles {
  private readonly folder: string;
  private lock: FolderLock | undefined;
  private readonly own: OwnSegment[] = [];
  private syncTimer: NodeJS.Timeout | undefined;
  private syncing: Promise<void> | undefined;
  private nextSync: Promise<void> | undefined;
  private isFailing = false;

  /** @param root parent folder of the journals of all processes */
  constructor(
    readonly root: string,
    private readonly bytesMax: number,
    private readonly logger: Logger,
  ) {
    this.folder = join(root, randomUUID());
  }

  /** Oldest first; lines are appended to the last one. */
  get segments(): readonly OwnSegment[] {
    return this.own;
  }

  get waitingBytes(): number {
    return this.own.reduce((sum, { segment, deliveredBytes }) => sum + segment.sizeBytes - deliveredBytes, 0);
  }

  /** Returns once the line survives the process. @returns false when there is no room, or the line is too long */
  append(line: string): boolean {
    const lineBytes = Buffer.byteLength(line);
    if (lineBytes > LINE_BYTES_MAX || this.waitingBytes + lineBytes > this.bytesMax) return false;
    try {
      this.segmentFor(lineBytes).append(line);
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.logger.error({ message: 'The journal cannot be written', err: error });
      this.isFailing = true;
      return false;
    }
    this.syncTimer ??= setTimeout(() => void this.trySync(), SYNC_AFTER_MS).unref();
    return true;
  }

  /** Waits until all appended lines survive a power failure. @throws AppError `unavailable` */
  async synced(): Promise<void> {
    try {
      // A sync that has begun may not contain the line.
      this.nextSync ??= (this.syncing ?? Promise.resolve()).catch(() => undefined).then(() => this.sync());
      await this.nextSync;
    } catch (error) {
      throw new AppError('unavailable', 'The disk cannot be written', {}, { cause: error });
    }
  }

  /** Records that a file was delivered up to this byte. Removes files that are no longer needed. */
  delivered(file: OwnSegment, bytes: number): void {
    file.deliveredBytes = bytes;
    const [first] = this.own;
    if (first !== file || bytes < file.segment.sizeBytes || this.own.length === 1) return;
    this.own.shift();
    this.tryTo(() => file.segment.remove());
  }

  /** Called when the process ends; undelivered lines stay on disk. */
  close(): void {
    clearTimeout(this.syncTimer);
    const isEmpty = this.waitingBytes === 0;
    for (const { segment } of this.own) this.tryTo(() => segment.close());
    this.own.length = 0;
    if (isEmpty && this.lock) this.tryTo(() => rmSync(this.folder, { recursive: true, force: true }));
    this.lock?.release();
    this.lock = undefined;
  }

  private segmentFor(lineBytes: number): JournalSegment {
    const last = this.own.at(-1);
    if (last && last.segment.sizeBytes + lineBytes <= SEGMENT_BYTES_MAX) return last.segment;
    if (!this.lock) {
      ensureFolder(this.root);
      mkdirSync(this.folder, { mode: 0o700 });
      this.lock = lockFolder(this.folder);
    }
    const segment = new JournalSegment(join(this.folder, `${randomUUID()}.journal`));
    this.own.push({ segment, deliveredBytes: 0 });
    return segment;
  }

  private async sync(): Promise<void> {
    clearTimeout(this.syncTimer);
    this.syncTimer = undefined;
    this.nextSync = undefined;
    this.syncing = Promise.all(this.own.slice(-2).map(({ segment }) => segment.sync())).then(() => undefined);
    await this.syncing.finally(() => {
      this.syncing = undefined;
    });
  }

  private async trySync(): Promise<void> {
    await this.synced().catch((error: unknown) => {
      this.logger.error({ message: 'The journal cannot be forced to disk', err: error });
    });
  }

  private tryTo(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.logger.warn(`A file of the journal stays: ${String(error)}`);
    }
  }
}
