import { BlobStore } from '@lectern/blob-store';
import { readConfig } from '@lectern/config';
import { exportKnowledgeBox, type TransferReference } from '@lectern/contracts/knowledge-box';
import { InterruptedError, Runs, type TaskRun, Transactions } from '@lectern/database';
import { type ExportEntity } from './export.entity';
import { ExportRepository } from './export.repository';
import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import type { EntityManager } from 'typeorm';
import { BackupOutcomes } from './backup-outcomes';
import { ExportWriter } from './export-writer';
import { isFinal, transferReason } from './transfer-errors';
import { TRANSFERS_AT_ONCE } from './transfer-limits';
import { expiry, transferConfig } from './transfer.config';

const BEAT_MS = 2_000;
/** While the bytes of files are written, the snapshot's transaction is idle. */
const KEEP_SNAPSHOT_SQL = `SET LOCAL idle_in_transaction_session_timeout = '15min'`;

/**
 * Writes a snapshot of a box to a file while the box may continue to change. Safe to repeat: the file has a single key
 * and becomes visible only when complete.
 */
@Injectable()
export class ExportTask {
  private readonly sizeBytesMax = readConfig(transferConfig).EXPORT_SIZE_BYTES_MAX;

  constructor(
    private readonly transactions: Transactions,
    private readonly exports: ExportRepository,
    private readonly backups: BackupOutcomes,
    private readonly writer: ExportWriter,
    private readonly blobs: BlobStore,
  ) {}

  @Runs(exportKnowledgeBox, { concurrency: TRANSFERS_AT_ONCE, tenantMax: 1 })
  async run(reference: TransferReference, run: TaskRun): Promise<void> {
    const row = await this.begin(reference, run);
    if (!row) return this.backups.lost(reference);
    if (row.status === 'finished') return;
    try {
      const { sizeBytes } = await this.write(row, run);
      if (!(await this.end(reference, sizeBytes))) await this.blobs.delete(row.blobKey);
    } catch (error) {
      if (run.signal.reason instanceof InterruptedError) throw error;
      const isLast = isFinal(error) || run.attempt >= run.attemptsMax;
      await this.fail(reference, { reason: transferReason(error), isLast });
      // Errors that would recur end the task.
      if (!isFinal(error)) throw error;
    }
  }

  /**
   * After this commit, files referenced by the snapshot are kept. Undefined when the box or the export does not exist.
   */
  private async begin({ kbid, id }: TransferReference, { attempt }: TaskRun): Promise<ExportEntity | undefined> {
    return this.transactions.run(async (tx) => {
      const row = await this.exports.find({ kbid, id }, tx);
      if (!row || row.status === 'finished') return row;
      const now = new Date();
      const changes = { status: 'running', retries: attempt - 1, processed: 0, aliveAt: now } as const;
      const isThere = await this.exports.update(row, { ...changes, expires: expiry(now) }, tx);
      return isThere ? row : undefined;
    });
  }

  private write(row: ExportEntity, run: TaskRun): Promise<{ readonly sizeBytes: number }> {
    return this.transactions.run(async (tx) => {
      await tx.query(KEEP_SNAPSHOT_SQL);
      const content = Readable.from(this.beating(row, tx, run));
      return this.blobs.write(row.blobKey, content, { sizeBytesMax: this.sizeBytesMax });
    }, 'REPEATABLE READ');
  }

  private async *beating(row: ExportEntity, tx: EntityManager, run: TaskRun): AsyncGenerator<Buffer> {
    const { kbid, id, account } = row;
    let counts = { total: row.total, processed: 0 };
    let beatMs = performance.now();
    const scope = account === null ? `kb/${kbid}` : `backup/${id}`;
    const progress = (now: typeof counts) => void (counts = now);
    for await (const frame of this.writer.frames({ kbid, tx, scope, progress })) {
      run.signal.throwIfAborted();
      run.alive();
      yield frame;
      if (performance.now() - beatMs < BEAT_MS) continue;
      beatMs = performance.now();
      await this.beat(row, counts);
    }
    await this.beat(row, counts);
  }

  /** In its own transaction, so that others see it. @throws Error when the export does not exist */
  private async beat({ kbid, id }: ExportEntity, counts: { total: number; processed: number }): Promise<void> {
    const now = new Date();
    const changes = { ...counts, aliveAt: now, expires: expiry(now) };
    const isThere = await this.transactions.single((tx) => this.exports.update({ kbid, id }, changes, tx));
    if (!isThere) throw new Error('The export is gone');
  }

  /** @returns false when the file is no longer needed */
  private async end({ kbid, id, account }: TransferReference, sizeBytes: number): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      if (account !== undefined) {
        await this.exports.delete({ kbid, id }, tx);
        return this.backups.finished({ account, id }, sizeBytes, tx);
      }
      const now = new Date();
      const changes = { status: 'finished', sizeBytes, reason: null, aliveAt: null, expires: expiry(now) } as const;
      return this.exports.update({ kbid, id }, changes, tx);
    });
  }

  private async fail(
    { kbid, id, account }: TransferReference,
    { reason, isLast }: { readonly reason: string; readonly isLast: boolean },
  ): Promise<void> {
    await this.transactions.run(async (tx) => {
      if (isLast && account !== undefined) {
        await this.backups.failed({ account, id }, reason, tx);
        await this.exports.delete({ kbid, id }, tx);
        return;
      }
      const changes = { status: isLast ? 'errored' : 'running', reason, aliveAt: null } as const;
      await this.exports.update({ kbid, id }, { ...changes, expires: expiry(new Date()) }, tx);
    });
  }
}
