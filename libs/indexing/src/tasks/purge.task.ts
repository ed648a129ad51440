import { Bus } from '@lectern/bus';
import { purgeAgent } from '@lectern/contracts/agents';
import { systemPrincipal } from '@lectern/contracts/core';
import { type DeletedKnowledgeBox, purgeKnowledgeBox, purgeResource } from '@lectern/contracts/knowledge-box';
import { purgeActivity } from '@lectern/contracts/search';
import { purgeBoxConfiguration } from '@lectern/contracts/understanding';
import { Runs, type TaskRun } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { IndexWriter } from '../puts/index-writer';
import type { ResourcePurge } from '../queue/ingest-queue';
import { FilePurge } from './file-purge';
import { KnowledgeBoxPurge } from './knowledge-box-purge';

/**
 * Removes data of deleted boxes, resources and fields from indexes, blob store, activity log and learning
 * configurations, and the configuration of deleted agents. Safe to repeat.
 */
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
  async purgeKnowledgeBox({ kbid, account, isAgent }: DeletedKnowledgeBox, { signal }: TaskRun): Promise<void> {
    const call = { principal: systemPrincipal, signal };
    if (isAgent) await this.bus.request(purgeAgent, { body: { agent: kbid } }, call);
    await this.boxes.remove(kbid, signal);
    await this.bus.request(purgeActivity, { body: { kbid } }, call);
    await this.bus.request(purgeBoxConfiguration, { body: { account, kbid } }, call);
    // How it answers as an agent.
    if (!isAgent) await this.bus.request(purgeAgent, { body: { agent: kbid } }, call);
  }
}
