import { removeExpiredTransfers } from '@lectern/contracts/knowledge-box';
import { Runs, type TaskRun, Transactions } from '@lectern/database';
import { ExportRepository } from './export.repository';
import { ImportRepository } from './import.repository';
import { inSteps, type StepsOptions } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import { BackupOutcomes } from './backup-outcomes';
import { TransferPurge } from './transfer-purge';

const ROWS_PER_STEP = 100;
const EXPIRED = 'The server stopped while it worked on it';

/** Deletes expired exports and imports with their files. */
@Injectable()
export class ExpiredTransfers {
  constructor(
    private readonly transactions: Transactions,
    private readonly exports: ExportRepository,
    private readonly imports: ImportRepository,
    private readonly purge: TransferPurge,
    private readonly backups: BackupOutcomes,
  ) {}

  @Runs(removeExpiredTransfers)
  async run(_: object, run: TaskRun): Promise<void> {
    await this.sweep(new Date(), run);
  }

  /**
   * @returns number of deleted exports and imports
   * @throws AppError `unavailable`
   */
  sweep(now: Date, options?: StepsOptions): Promise<number> {
    return inSteps(() => this.removeSome(now), options);
  }

  private async removeSome(now: Date): Promise<number> {
    return (await this.removeExports(now)) + (await this.removeImports(now));
  }

  private removeExports(now: Date): Promise<number> {
    return this.transactions.run(async (tx) => {
      const expired = await this.exports.lockExpired(now, ROWS_PER_STEP, tx);
      for (const row of expired) {
        await this.exports.delete(row, tx);
        if (row.account === null) await this.purge.blobs(row, [row.blobKey], tx);
        else await this.backups.failed({ account: row.account, id: row.id }, EXPIRED, tx);
      }
      return expired.length;
    });
  }

  private removeImports(now: Date): Promise<number> {
    return this.transactions.run(async (tx) => {
      const expired = await this.imports.lockExpired(now, ROWS_PER_STEP, tx);
      for (const row of expired) {
        await this.imports.delete(row, tx);
        await this.purge.importEnded(row, tx);
      }
      return expired.length;
    });
  }
}
