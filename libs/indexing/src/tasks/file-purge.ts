import { BlobStore } from '@lectern/blob-store';
import { Transactions } from '@lectern/database';
import { DeletionReceiptRepository } from '../deletion/deletion-receipt.repository';
import { picturesPrefix, RunningExports } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { IngestQueue, type ResourcePurge } from '../queue/ingest-queue';

/** Removes files that no row references any more. */
@Injectable()
export class FilePurge {
  constructor(
    private readonly transactions: Transactions,
    private readonly exports: RunningExports,
    private readonly receipts: DeletionReceiptRepository,
    private readonly blobs: BlobStore,
    private readonly queue: IngestQueue,
  ) {}

  /**
   * Delayed while an export that started before the deletion may still read the files. The receipt of a deletion says
   * when they are removed.
   */
  async remove(purge: ResourcePurge): Promise<void> {
    const { kbid, version, blobs } = purge;
    if (blobs.length > 0 && (await this.isRead(kbid))) return this.queue.purgeLater(purge);
    for (const key of blobs) await this.blobs.delete(key);
    if (version === 0) return;
    // Including those of interrupted attempts.
    await this.blobs.deleteAll(picturesPrefix(purge));
    await this.transactions.single((tx) => this.receipts.markPurged(purge, new Date(), tx));
  }

  private async isRead(kbid: string): Promise<boolean> {
    return this.transactions.read((tx) => this.exports.isReading(kbid, new Date(), tx));
  }
}
