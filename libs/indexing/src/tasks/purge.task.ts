import { BlobStore } from '@lectern/blob-store';
import { purgeKnowledgeBox, purgeResource } from '@lectern/contracts/knowledge-box';
import { Runs, type TaskRun, Transactions } from '@lectern/database';
import { DeletionReceiptRepository } from '@lectern/knowledge-box-rows';
import { Injectable } from '@nestjs/common';
import { IndexWriter } from '../puts/index-writer';
import type { ResourcePurge } from '../queue/ingest-queue';
import { KnowledgeBoxPurge } from './knowledge-box-purge';

/** Removes what deleted boxes, resources and fields left in indexes and blob store. Safe to repeat. */
@Injectable()
export class PurgeTask {
  constructor(
    private readonly indexes: IndexWriter,
    private readonly blobs: BlobStore,
    private readonly boxes: KnowledgeBoxPurge,
    private readonly receipts: DeletionReceiptRepository,
    private readonly transactions: Transactions,
  ) {}

  @Runs(purgeResource)
  async purgeResource({ kbid, rid, version, blobs }: ResourcePurge): Promise<void> {
    if (version > 0) await this.indexes.delete({ kbid, rid }, version);
    for (const key of blobs) await this.blobs.delete(key);
    if (version === 0) return;
    const deletion = { kbid, rid, version };
    await this.transactions.single((tx) => this.receipts.markPurged(deletion, new Date(), tx));
  }

  @Runs(purgeKnowledgeBox)
  async purgeKnowledgeBox({ kbid }: { readonly kbid: string }, { signal }: TaskRun): Promise<void> {
    await this.boxes.remove(kbid, signal);
  }
}
