import { BlobStore } from '@lectern/blob-store';
import { purgeKnowledgeBox, purgeResource } from '@lectern/contracts/knowledge-box';
import { Runs, type TaskRun } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { IndexWriter } from '../puts/index-writer';
import { IngestQueue, type ResourcePurge } from '../queue/ingest-queue';
import { FilesInUse } from './files-in-use';
import { KnowledgeBoxPurge } from './knowledge-box-purge';

/** Removes what deleted boxes, resources and fields left in indexes and blob store. Safe to repeat. */
@Injectable()
export class PurgeTask {
  constructor(
    private readonly indexes: IndexWriter,
    private readonly blobs: BlobStore,
    private readonly boxes: KnowledgeBoxPurge,
    private readonly reads: FilesInUse,
    private readonly queue: IngestQueue,
  ) {}

  @Runs(purgeResource)
  async purgeResource({ kbid, rid, version, blobs }: ResourcePurge): Promise<void> {
    if (version > 0) await this.indexes.delete({ kbid, rid }, version);
    if (blobs.length > 0 && (await this.reads.ofBox(kbid)))
      return this.queue.purgeLater({ kbid, rid, version: 0, blobs });
    for (const key of blobs) await this.blobs.delete(key);
  }

  @Runs(purgeKnowledgeBox)
  async purgeKnowledgeBox({ kbid }: { readonly kbid: string }, { signal }: TaskRun): Promise<void> {
    await this.boxes.remove(kbid, signal);
  }
}
