import { BlobStore } from '@lectern/blob-store';
import { purgeResource } from '@lectern/contracts';
import { Runs } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { Remains } from './ingest-queue';
import { IndexWriter } from './index-writer';

/** Removes what deleted resources and fields left in indexes and blob store. Safe to repeat. */
@Injectable()
export class PurgeTask {
  constructor(
    private readonly indexes: IndexWriter,
    private readonly blobs: BlobStore,
  ) {}

  @Runs(purgeResource)
  async run({ kbid, rid, version, blobs }: Remains): Promise<void> {
    if (version > 0) await this.indexes.delete({ kbid, rid }, version);
    for (const key of blobs) await this.blobs.delete(key);
  }
}
