import { BlobStore } from '@lectern/blob-store';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { ProcessingUploads } from './processing-uploads';
import { PushRows } from './push-rows';

const TOGETHER = 100;

/** Deletes uploaded files that no push needs, and abandoned uploads. */
@Injectable()
export class ExpiredFiles {
  constructor(
    private readonly transactions: Transactions,
    private readonly rows: PushRows,
    private readonly uploads: ProcessingUploads,
    private readonly blobs: BlobStore,
  ) {}

  /** @returns number of deleted files and uploads */
  async remove(now: Date): Promise<number> {
    const files = await this.transactions.run(async (tx) => {
      const expired = await this.rows.files.lockExpired(now, TOGETHER, tx);
      // A row without its bytes would admit a push that cannot finish.
      for (const { blobKey } of expired) {
        await this.blobs.delete(blobKey);
        await this.rows.files.delete(blobKey, tx);
      }
      return expired.length;
    });
    return files + (await this.uploads.removeExpired(now, TOGETHER));
  }

  async removeFolder(folder: string): Promise<void> {
    await this.blobs.deleteAll(`${folder}/`);
  }
}
