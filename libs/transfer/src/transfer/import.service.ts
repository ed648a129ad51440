import { AppError, authorOf, type Principal } from '@lectern/contracts/core';
import {
  type ExportedHead,
  importKnowledgeBox,
  type ImportStarted,
  type ImportStatus,
  type StoredBlob,
} from '@lectern/contracts/knowledge-box';
import { TaskQueue, Transactions } from '@lectern/database';
import { type ImportCaller, type ImportEntity } from './import.entity';
import { ImportRepository } from './import.repository';
import { type TransferKey } from './export.repository';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { ImportAdmission } from './import-admission';
import { isGivenUp, transferSerial } from './transfer-serial';
import { expiry } from './transfer.config';

/** A file to import into a box. */
export interface FileToImport {
  readonly kbid: string;
  readonly by: string;
  readonly caller: ImportCaller;
  readonly blobKey: string;
  readonly sizeBytes: number;
  /** The backup that the file belongs to. */
  readonly backup: string | null;
  readonly head: ExportedHead;
}

/** Starts imports and reports their progress. */
@Injectable()
export class ImportService {
  constructor(
    private readonly transactions: Transactions,
    private readonly imports: ImportRepository,
    private readonly tasks: TaskQueue,
    private readonly admission: ImportAdmission,
  ) {}

  /** @throws AppError `bad_request` for a file that the box cannot take, `not_found`, `rate_limited` */
  async start(kbid: string, principal: Principal, { key: blobKey, sizeBytes }: StoredBlob): Promise<ImportStarted> {
    const head = await this.admission.admit(kbid, blobKey);
    const { kind, id: callerId, roles } = principal;
    const caller = { kind, id: callerId, roles };
    const file = { kbid, by: authorOf(principal), caller, blobKey, sizeBytes, backup: null, head };
    const id = await this.transactions.run(async (tx) => {
      await this.admission.admitOneMore(kbid, tx);
      return this.add(file, tx);
    });
    return { import_id: id };
  }

  /** Number of unfinished restores of an account. */
  async countRestores(account: string, tx: EntityManager): Promise<number> {
    return this.imports.countRestores(account, tx);
  }

  /** @returns the id of the import */
  async add({ head, ...file }: FileToImport, tx: EntityManager): Promise<string> {
    const [id, now] = [randomUUID().replaceAll('-', ''), new Date()];
    const begun = { status: 'scheduled' as const, total: head.resources, processed: 0, retries: 0, reason: null };
    const state = { notes: [], position: 0, counts: {}, looseBlobs: [], created: now, expires: expiry(now) };
    await this.imports.insert({ ...file, id, ...begun, ...state }, tx);
    const options = { tenant: file.kbid, ...transferSerial('import', { kbid: file.kbid, id }) };
    await this.tasks.add(importKnowledgeBox, { kbid: file.kbid, id }, { tx, ...options });
    return id;
  }

  /** @throws AppError `not_found` */
  async status(key: TransferKey): Promise<ImportStatus> {
    const row = await this.transactions.read((tx) => this.imports.find(key, tx));
    if (!row) throw new AppError('not_found', 'Import not found');
    const { status, total, processed, retries, reason, notes } = await this.settled(row);
    return { status, total, processed, retries, error: reason, notes };
  }

  private async settled(row: ImportEntity): Promise<ImportEntity> {
    if (row.status === 'finished' || row.status === 'errored') return row;
    if (!(await isGivenUp(this.tasks, 'import', row))) return row;
    return { ...row, status: 'errored', reason: row.reason ?? 'The server stopped while it worked on it' };
  }
}
