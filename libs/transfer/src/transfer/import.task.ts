import { importKnowledgeBox, type TransferReference } from '@lectern/contracts/knowledge-box';
import { InterruptedError, Runs, type TaskRun, Transactions } from '@lectern/database';
import { type ImportEntity } from './import.entity';
import { ImportRepository } from './import.repository';
import { Injectable } from '@nestjs/common';
import { ImportReader } from './import-reader';
import { ImportRights } from './import-rights';
import { TransferPurge } from './transfer-purge';
import { isFinal, transferReason } from './transfer-errors';
import { TRANSFERS_AT_ONCE } from './transfer-limits';
import { expiry } from './transfer.config';

/** Imports a file into a box, resource by resource. A new attempt continues at the stored position. */
@Injectable()
export class ImportTask {
  constructor(
    private readonly transactions: Transactions,
    private readonly imports: ImportRepository,
    private readonly reader: ImportReader,
    private readonly purge: TransferPurge,
    private readonly rights: ImportRights,
  ) {}

  @Runs(importKnowledgeBox, { concurrency: TRANSFERS_AT_ONCE, tenantMax: 1 })
  async run({ kbid, id }: TransferReference, run: TaskRun): Promise<void> {
    const row = await this.begin({ kbid, id }, run);
    if (!row || row.status === 'finished') return;
    try {
      await this.reader.read(row, run, this.rights.follow(row));
      await this.transactions.run(async (tx) => {
        const now = new Date();
        await this.imports.update(row, { status: 'finished', reason: null, expires: expiry(now) }, tx);
        await this.purge.importEnded({ ...row, looseBlobs: [] }, tx);
      });
    } catch (error) {
      if (run.signal.reason instanceof InterruptedError) throw error;
      const isLast = isFinal(error) || run.attempt >= run.attemptsMax;
      await this.fail({ kbid, id }, { reason: transferReason(error), isLast });
      if (!isFinal(error)) throw error;
    }
  }

  private async begin(key: { kbid: string; id: string }, { attempt }: TaskRun): Promise<ImportEntity | undefined> {
    return this.transactions.run(async (tx) => {
      const row = await this.imports.find(key, tx);
      if (!row || row.status === 'finished') return row;
      const changes = { status: 'running', retries: attempt - 1, expires: expiry(new Date()) } as const;
      return (await this.imports.update(key, changes, tx)) ? row : undefined;
    });
  }

  /** The file is kept for further attempts until it expires. */
  private async fail(
    key: { kbid: string; id: string },
    { reason, isLast }: { readonly reason: string; readonly isLast: boolean },
  ): Promise<void> {
    const isThere = await this.transactions.run(async (tx) => {
      const row = await this.imports.find(key, tx);
      if (!row) return false;
      const expires = expiry(new Date());
      if (!isLast) return this.imports.update(key, { reason, expires }, tx);
      await this.purge.blobs(row, row.looseBlobs, tx);
      return this.imports.update(key, { status: 'errored', reason, looseBlobs: [], expires }, tx);
    });
    if (!isThere) await this.purge.ofDeletedBox(key);
  }
}
