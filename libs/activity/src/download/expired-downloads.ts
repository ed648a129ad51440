import { BlobStore } from '@lectern/blob-store';
import { removeExpiredDownloads } from '@lectern/contracts/search';
import { Runs, type TaskRun, Transactions } from '@lectern/database';
import { inSteps, type StepsOptions } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import { ActivityDownloadRepository } from './activity-download.repository';
import { fileKeyOf } from './activity-download.service';

const ROWS_PER_STEP = 100;

/** Deletes expired downloads: the file first, so that no file is left without a row. */
@Injectable()
export class ExpiredDownloads {
  constructor(
    private readonly transactions: Transactions,
    private readonly downloads: ActivityDownloadRepository,
    private readonly blobs: BlobStore,
  ) {}

  @Runs(removeExpiredDownloads)
  async run(_: object, run: TaskRun): Promise<void> {
    await this.sweep(new Date(), run);
  }

  /**
   * @returns number of deleted downloads
   * @throws AppError `unavailable`
   */
  sweep(now: Date, options?: StepsOptions): Promise<number> {
    return inSteps(() => this.removeSome(now), options);
  }

  private async removeSome(now: Date): Promise<number> {
    const expired = await this.transactions.read((tx) => this.downloads.listExpired(now, ROWS_PER_STEP, tx));
    for (const row of expired) {
      await this.blobs.delete(fileKeyOf(row));
      await this.transactions.single((tx) => this.downloads.delete(row, tx));
    }
    return expired.length;
  }
}
