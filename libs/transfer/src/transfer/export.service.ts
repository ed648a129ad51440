import { BlobStore } from '@lectern/blob-store';
import { AppError } from '@lectern/contracts/core';
import {
  type Download,
  exportKnowledgeBox,
  type ExportStarted,
  type ExportStatus,
} from '@lectern/contracts/knowledge-box';
import { lockName, TaskQueue, Transactions } from '@lectern/database';
import { type ExportEntity } from './export.entity';
import { ExportRepository, type TransferKey } from './export.repository';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { ACTIVE_MAX, tooManyTransfers } from './transfer-limits';
import { isGivenUp, transferSerial } from './transfer-serial';
import { expiry } from './transfer.config';

const NOT_FOUND = 'Export not found';

/** The file of a backup in progress. */
export interface BackupFile {
  readonly account: string;
  readonly id: string;
  readonly blobKey: string;
}

/** Starts exports and reports their progress. */
@Injectable()
export class ExportService {
  constructor(
    private readonly transactions: Transactions,
    private readonly exports: ExportRepository,
    private readonly tasks: TaskQueue,
    private readonly blobs: BlobStore,
  ) {}

  /** @throws AppError `not_found`, `rate_limited` */
  async start(kbid: string): Promise<ExportStarted> {
    const id = randomUUID().replaceAll('-', '');
    await this.transactions.run((tx) => this.add(kbid, { id, blobKey: `kb/${kbid}/export/${id}` }, tx));
    return { export_id: id };
  }

  /** Call in the transaction that stores the backup. @throws AppError `not_found`, `rate_limited` */
  async startBackup(kbid: string, backup: BackupFile, tx: EntityManager): Promise<void> {
    await this.add(kbid, backup, tx);
  }

  /** @throws AppError `not_found` */
  async status(key: TransferKey): Promise<ExportStatus> {
    const { status, total, processed, retries, reason } = await this.present(key);
    return { status, total, processed, retries, error: reason };
  }

  /** @throws AppError `not_found`, `precondition_failed` before it is finished, `internal` when it failed */
  async download(key: TransferKey): Promise<Download> {
    const { status, sizeBytes, blobKey } = await this.present(key);
    if (status === 'errored') throw new AppError('internal', 'Export errored');
    if (status !== 'finished') throw new AppError('precondition_failed', 'Export not yet finished');
    return {
      key: blobKey,
      sizeBytes: sizeBytes ?? 0,
      contentType: 'application/octet-stream',
      filename: `${key.kbid}.export`,
      inline: false,
      once: NOT_FOUND,
    };
  }

  private async add(
    kbid: string,
    { id, blobKey, account }: Omit<BackupFile, 'account'> & Partial<BackupFile>,
    tx: EntityManager,
  ): Promise<void> {
    const now = new Date();
    await lockName(tx, `exports/${kbid}`);
    if ((await this.exports.countActive(kbid, tx)) >= ACTIVE_MAX) {
      throw tooManyTransfers(`The knowledge box has ${ACTIVE_MAX} exports or backups that are not finished`, now);
    }
    const unknown = { total: 0, processed: 0, retries: 0, reason: null, sizeBytes: null, aliveAt: null };
    const row = { kbid, id, account: account ?? null, blobKey, status: 'scheduled' as const, ...unknown };
    await this.exports.insert({ ...row, created: now, expires: expiry(now) }, tx);
    const options = { tenant: kbid, ...transferSerial('export', { kbid, id }) };
    await this.tasks.add(exportKnowledgeBox, { kbid, id, ...(account && { account }) }, { tx, ...options });
  }

  /** An export whose file has been downloaded counts as not found. */
  private async present(key: TransferKey): Promise<ExportEntity> {
    const row = await this.transactions.read((tx) => this.exports.find(key, tx));
    if (!row || row.account !== null) throw unknownExport();
    if (row.status === 'errored') return row;
    if (row.status !== 'finished') return (await isGivenUp(this.tasks, 'export', key)) ? errored(row) : row;
    await this.blobs.stat(row.blobKey).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'not_found' ? unknownExport() : error;
    });
    return row;
  }
}

/** Marks an export as failed after its worker processes crashed repeatedly. */
function errored(row: ExportEntity): ExportEntity {
  return { ...row, status: 'errored', reason: row.reason ?? 'The server stopped while it worked on it' };
}

function unknownExport(): AppError {
  return new AppError('not_found', NOT_FOUND);
}
