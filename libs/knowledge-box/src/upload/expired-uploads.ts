import { BlobStore } from '@lectern/blob-store';
import { purgeBlobs, removeExpiredUploads } from '@lectern/contracts/knowledge-box';
import { Runs, type TaskRun, Transactions } from '@lectern/database';
import { inSteps, type StepsOptions } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import { TusUploads } from './tus-uploads';

const UPLOADS_PER_STEP = 100;

/** Removes expired uploads and their parts. */
@Injectable()
export class ExpiredUploads {
  constructor(
    private readonly transactions: Transactions,
    private readonly uploads: TusUploads,
    private readonly blobs: BlobStore,
  ) {}

  @Runs(removeExpiredUploads)
  async run(_: object, run: TaskRun): Promise<void> {
    await this.sweep(new Date(), run);
  }

  /**
   * @returns number of removed uploads
   * @throws AppError `unavailable`
   */
  sweep(now: Date, options?: StepsOptions): Promise<number> {
    return inSteps(() => this.removeSome(now), options);
  }

  @Runs(purgeBlobs)
  async purge({ blobs }: { readonly blobs: readonly string[] }, { signal, alive }: TaskRun): Promise<void> {
    for (const key of blobs) {
      signal.throwIfAborted();
      await this.blobs.delete(key);
      alive();
    }
  }

  private removeSome(now: Date): Promise<number> {
    return this.transactions.run(async (tx) => {
      const expired = await this.uploads.rows.lockExpired(now, UPLOADS_PER_STEP, tx);
      for (const upload of expired) await this.uploads.remove(upload, tx);
      return expired.length;
    });
  }
}
