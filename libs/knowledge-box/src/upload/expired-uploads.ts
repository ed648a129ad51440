import { BlobStore } from '@lectern/blob-store';
import { purgeBlobs } from '@lectern/contracts/knowledge-box';
import { Runs, type TaskRun, Transactions } from '@lectern/database';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { TusUploads } from './tus-uploads';

const EVERY_MS = 60_000;
const UPLOADS_PER_STEP = 100;
/** A run ends after so many; the next one goes on. */
const STEPS_MAX = 1_000;

/** Removes uploads that nobody continued, with their parts, once a minute. Several processes may do it at once. */
@Injectable()
export class ExpiredUploads implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ExpiredUploads.name);
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly uploads: TusUploads,
    private readonly blobs: BlobStore,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.tryToSweep(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    this.isStopping = true;
    clearInterval(this.timer);
  }

  /** @returns how many uploads were removed @throws AppError `unavailable` */
  async sweep(now: Date): Promise<number> {
    let removed = 0;
    for (let step = 0; step < STEPS_MAX && !this.isStopping; step += 1) {
      const count = await this.removeSome(now);
      removed += count;
      if (count < UPLOADS_PER_STEP) break;
    }
    return removed;
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

  private async tryToSweep(): Promise<void> {
    try {
      await this.sweep(new Date());
    } catch (error) {
      this.logger.warn(`Expired uploads are kept for now: ${String(error)}`);
    }
  }
}
