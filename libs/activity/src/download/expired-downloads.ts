import { BlobStore } from '@lectern/blob-store';
import { Transactions } from '@lectern/database';
import { Sweep } from '@lectern/runtime';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ActivityDownloadRepository } from './activity-download.repository';
import { fileKeyOf } from './activity-download.service';

const ROWS_PER_STEP = 100;

/** Removes downloads that have expired: the file first, so that none stays without a row. */
@Injectable()
export class ExpiredDownloads implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly sweeping = new Sweep('files of activity', (now) => this.removeSome(now));

  constructor(
    private readonly transactions: Transactions,
    private readonly downloads: ActivityDownloadRepository,
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

  private async removeSome(now: Date): Promise<number> {
    const expired = await this.transactions.read((tx) => this.downloads.listExpired(now, ROWS_PER_STEP, tx));
    for (const row of expired) {
      await this.blobs.delete(fileKeyOf(row));
      await this.transactions.single((tx) => this.downloads.delete(row, tx));
    }
    return expired.length;
  }
}
