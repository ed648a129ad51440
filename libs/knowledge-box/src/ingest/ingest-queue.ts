import { readConfig } from '@lectern/config';
import { embedResource, processResource, purgeResource, type ResourceReference } from '@lectern/contracts';
import { TaskQueue } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ResourceRepository } from '../resource/resource.repository';
import { refuseWhenFull } from './back-pressure';
import { ingestConfig } from './ingest.config';

const COUNT_AGE_MS_MAX = 1_000;

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
  private readonly waitingMax = readConfig(ingestConfig).INGEST_QUEUE_MAX;
  private counted?: { readonly waiting: Promise<number>; readonly atMs: number };

  constructor(
    private readonly tasks: TaskQueue,
    private readonly resources: ResourceRepository,
  ) {}

  /** To be asked before anything is written. @throws AppError `rate_limited` when too much is waiting */
  async admit(): Promise<void> {
    refuseWhenFull({ waiting: await this.waiting(), waitingMax: this.waitingMax, now: new Date() });
  }

  /** Has what is pending in a resource understood and indexed. */
  async process(kbid: string, rid: string, tx: EntityManager): Promise<void> {
    await this.tasks.add(processResource, { kbid, rid }, { tx, serialBy: rid, key: `process:${rid}` });
  }

  /** The same as part of a statement, over columns `kbid` and `id` of `table`; tell when it is committed. */
  processSql(table: string): string {
    const { kbid, id } = { kbid: `${table}.kbid`, id: `${table}.id` };
    const payload = `json_build_object('kbid', ${kbid}, 'rid', ${id})`;
    return this.tasks.addSql(processResource, { payload, serialBy: id, key: `'process:' || ${id}` });
  }

  /** A statement with `processSql` was committed. */
  told(): void {
    this.tasks.added(1);
  }

  /** Has paragraphs without vectors embedded; waits behind whatever makes others searchable by words. */
  async embed(references: readonly ResourceReference[], tx: EntityManager): Promise<void> {
    const jobs = references.map(({ kbid, rid }) => ({ payload: { kbid, rid }, serialBy: rid, key: `embed:${rid}` }));
    await this.tasks.addAll(embedResource, jobs, { tx, priority: 10 });
  }

  /** Has committed resources put into both indexes again, each when nothing else works on it. */
  async reindex(kbid: string, rids: readonly string[], tx: EntityManager): Promise<void> {
    const jobs = rids.map((rid) => ({ payload: { kbid, rid }, serialBy: rid, key: `process:${rid}` }));
    await this.tasks.addAll(processResource, jobs, { tx });
    await this.embed(
      rids.map((rid) => ({ kbid, rid })),
      tx,
    );
  }

  async purge(remains: Remains, tx: EntityManager): Promise<void> {
    await this.tasks.add(purgeResource, remains, { tx, serialBy: remains.rid });
  }

  /** The next number in the processing queue. */
  async nextSeqid(tx: EntityManager): Promise<number> {
    return this.resources.nextSeqid(tx);
  }

  /** Up to a second old. */
  private async waiting(): Promise<number> {
    if (!this.counted || performance.now() - this.counted.atMs > COUNT_AGE_MS_MAX) {
      this.counted = { waiting: this.count(), atMs: performance.now() };
    }
    return this.counted.waiting;
  }

  private async count(): Promise<number> {
    const counts = await this.tasks.counts();
    return counts.filter(({ state }) => state !== 'failed').reduce((sum, { count }) => sum + count, 0);
  }
}
