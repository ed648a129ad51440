import { Sweep } from '@lectern/runtime';
import { BlobStore } from '@lectern/blob-store';
import { purgeBlobs } from '@lectern/contracts/knowledge-box';
import { Runs, type TaskRun, Transactions } from '@lectern/database';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { TusUploads } from './tus-uploads';

const UPLOADS_PER_STEP = 100;

/** Removes uploads that nobody continued, with their parts. */
@Injectable()
export class ExpiredUploads implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly sweeping = new Sweep('uploads', (now) => this.removeSome(now));

  constructor(
    private readonly transactions: Transactions,
    private readonly uploads: TusUploads,
    private readonly blobs: BlobStore,
  ) {}

  onApplicationBootstrap(): void {
    this.sweeping.start();
  }

  onApplicationShutdown(): void {
    this.sweeping.stop();
  }

  /** @returns how many were removed @throws AppError `unavailable` */
  sweep(now: Date): Promise<number> {
    return this.sweeping.run(now);
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
