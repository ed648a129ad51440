import { embedResource, processResource, purgeResource } from '@lectern/contracts';
import { TaskQueue } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ResourceRepository } from '../resource/resource.repository';

/** What a deleted resource leaves behind. */
export interface Remains {
  readonly kbid: string;
  readonly rid: string;
  readonly version: number;
  readonly blobs: readonly string[];
}

/** Work on resources that outlives the request: one at a time for each resource, repeated changes collapsed. */
@Injectable()
export class IngestQueue {
  constructor(
    private readonly tasks: TaskQueue,
    private readonly resources: ResourceRepository,
  ) {}

  /** Has what is pending in a resource understood and indexed. */
  async process(kbid: string, rid: string, tx: EntityManager): Promise<void> {
    await this.tasks.add(processResource, { kbid, rid }, { tx, serialBy: rid, key: `process:${rid}` });
  }

  /** Has paragraphs without vectors embedded; waits behind whatever makes others searchable by words. */
  async embed(kbid: string, rid: string, tx: EntityManager): Promise<void> {
    await this.tasks.add(embedResource, { kbid, rid }, { tx, serialBy: rid, key: `embed:${rid}`, priority: 10 });
  }

  async purge(remains: Remains, tx: EntityManager): Promise<void> {
    await this.tasks.add(purgeResource, remains, { tx, serialBy: remains.rid });
  }

  /** The next number in the processing queue. */
  async nextSeqid(tx: EntityManager): Promise<number> {
    return this.resources.nextSeqid(tx);
  }
}
