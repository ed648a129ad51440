import { ensureFolder, type FolderLock, lockFolder } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import type { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { JournalSegment } from './journal-segment';

/** A line has no more, so that a piece of a file that is read always contains one. */
export const LINE_BYTES_MAX = 1_000_000;
/** A file is closed and another one begun once it has so many. */
const SEGMENT_BYTES_MAX = 8 * 1024 * 1024;
/** How long lines wait for each other before they are forced to disk together. */
const SYNC_AFTER_MS = 100;

/** A file of this journal, and how much of it was delivered. */
export interface OwnSegment {
  readonly segment: JournalSegment;
  deliveredBytes: number;
}

/**
 * The files of one process, in a folder of its own. A line survives the process as soon as it is appended; it survives
 * a power failure a moment later, or when `synced` says so.
 */
export class JournalFiles {
  private readonly folder: string;
  private lock: FolderLock | undefined;
  private readonly own: OwnSegment[] = [];
  private syncTimer: NodeJS.Timeout | undefined;
  private syncing: Promise<void> | undefined;
  private nextSync: Promise<void> | undefined;
  private isFailing = false;

  /** @param root folder of all processes */
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

  /** Returns once the line survives the process. @returns false when there is no room for it, or it is too long */
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

  /** Waits until what is appended survives a power failure. @throws AppError `unavailable` */
  async synced(): Promise<void> {
    try {
      // A sync that has begun may not contain the line.
      this.nextSync ??= (this.syncing ?? Promise.resolve()).catch(() => undefined).then(() => this.sync());
      await this.nextSync;
    } catch (error) {
      throw new AppError('unavailable', 'The disk cannot be written', {}, { cause: error });
    }
  }

  /** So much of a file was delivered. Files that are no longer needed are removed. */
  delivered(file: OwnSegment, bytes: number): void {
    file.deliveredBytes = bytes;
    const [first] = this.own;
    if (first !== file || bytes < file.segment.sizeBytes || this.own.length === 1) return;
    this.own.shift();
    this.tryTo(() => file.segment.remove());
  }

  /** Ends with the process; what was not delivered stays. */
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
