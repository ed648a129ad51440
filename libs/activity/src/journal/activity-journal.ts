import { dataDir, ensureFolder, type FolderLock, lockFolder, readConfig } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import { Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { activityConfig } from '../activity/activity.config';
import { type JournalKind, journalLine } from './journal-line';
import { JournalSegment } from './journal-segment';

/** A line has no more, so that a piece of a file that is read always contains one. */
export const LINE_BYTES_MAX = 1_000_000;
/** A file is closed and another one begun once it has so many. */
const SEGMENT_BYTES_MAX = 8 * 1024 * 1024;
/** How long lines wait for each other before they are forced to disk together. */
const SYNC_AFTER_MS = 100;
const MIB = 1024 * 1024;

/** A file of this journal, and how much of it is in the database. */
export interface OwnSegment {
  readonly segment: JournalSegment;
  drainedBytes: number;
}

/**
 * What was recorded and is not in the database yet, in a folder of this process alone. A line survives the process as
 * soon as it is appended; it survives a power failure a moment later, or when `synced` says so.
 */
@Injectable()
export class ActivityJournal {
  private readonly logger = new Logger('Activity');
  private readonly bytesMax = readConfig(activityConfig).ACTIVITY_JOURNAL_MB * MIB;
  /** Folders of all processes. */
  readonly root = readConfig(activityConfig).ACTIVITY_DIR ?? join(dataDir(), 'activity');
  private readonly folder = join(this.root, randomUUID());
  private lock: FolderLock | undefined;
  private readonly own: OwnSegment[] = [];
  private syncTimer: NodeJS.Timeout | undefined;
  private syncing: Promise<void> | undefined;
  private nextSync: Promise<void> | undefined;
  private isFailing = false;

  /** Oldest first; lines are appended to the last one. */
  get segments(): readonly OwnSegment[] {
    return this.own;
  }

  get waitingBytes(): number {
    return this.own.reduce((sum, { segment, drainedBytes }) => sum + segment.sizeBytes - drainedBytes, 0);
  }

  /** Returns once the line survives the process. @returns false when there is no room for it, or it is too long */
  append(kind: JournalKind, row: object): boolean {
    const line = journalLine(kind, row);
    const lineBytes = Buffer.byteLength(line);
    if (lineBytes > LINE_BYTES_MAX || this.waitingBytes + lineBytes > this.bytesMax) return false;
    try {
      this.segmentFor(lineBytes).append(line);
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.logger.error({ message: 'The journal of activity cannot be written', err: error });
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

  /** So much of a file is in the database now. Files that are no longer needed are removed. */
  drained(drained: OwnSegment, bytes: number): void {
    drained.drainedBytes = bytes;
    const [first] = this.own;
    if (first !== drained || bytes < drained.segment.sizeBytes || this.own.length === 1) return;
    this.own.shift();
    this.tryTo(() => drained.segment.remove());
  }

  /** Ends with the process; what is not in the database stays. */
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
    this.own.push({ segment, drainedBytes: 0 });
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
      this.logger.error({ message: 'The journal of activity cannot be forced to disk', err: error });
    });
  }

  private tryTo(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.logger.warn(`A file of the journal of activity stays: ${String(error)}`);
    }
  }
}
