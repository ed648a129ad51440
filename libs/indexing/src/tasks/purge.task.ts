import { Bus } from '@lectern/bus';
import { systemPrincipal } from '@lectern/contracts/core';
import { purgeKnowledgeBox, purgeResource } from '@lectern/contracts/knowledge-box';
import { purgeActivity } from '@lectern/contracts/search';
import { Runs, type TaskRun } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { IndexWriter } from '../puts/index-writer';
import type { ResourcePurge } from '../queue/ingest-queue';
import { FilePurge } from './file-purge';
import { KnowledgeBoxPurge } from './knowledge-box-purge';

/** Removes what deleted boxes, resources and fields left in indexes, blob store and activity log. Safe to repeat. */
@Injectable()
export class PurgeTask {
  constructor(
    private readonly indexes: IndexWriter,
    private readonly files: FilePurge,
    private readonly boxes: KnowledgeBoxPurge,
    private readonly bus: Bus,
  ) {}

  @Runs(purgeResource)
  async purgeResource(purge: ResourcePurge): Promise<void> {
    const { kbid, rid, version } = purge;
    if (version > 0) await this.indexes.delete({ kbid, rid }, version);
    await this.files.remove(purge);
  }

  @Runs(purgeKnowledgeBox)
  async purgeKnowledgeBox({ kbid }: { readonly kbid: string }, { signal }: TaskRun): Promise<void> {
    await this.boxes.remove(kbid, signal);
    await this.bus.request(purgeActivity, { body: { kbid } }, { principal: systemPrincipal, signal });
  }
}
