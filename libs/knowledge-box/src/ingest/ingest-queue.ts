import { readConfig } from '@lectern/config';
import {
  embedLargeResource,
  embedResource,
  processResource,
  purgeResource,
  type ResourceReference,
  updateIndexedResource,
} from '@lectern/contracts';
import { TaskQueue } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ResourceRepository } from '../resource/resource.repository';
import { refuseWhenFull } from './back-pressure';
import { ingestConfig } from './ingest.config';

const COUNT_AGE_MS_MAX = 1_000;
const BEFORE_ALL = -10;

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

  /** Has what is pending in resources understood, and their texts indexed. */
  async process(references: readonly ResourceReference[], tx: EntityManager): Promise<void> {
    const jobs = references.map(({ kbid, rid }) => ({
      payload: { kbid, rid },
      tenant: kbid,
      serialBy: rid,
      key: `process:${rid}`,
    }));
    await this.tasks.addAll(processResource, jobs, { tx });
  }

  /** The same as part of a statement, over columns `kbid` and `id` of `table`; call `added` when it is committed. */
  processSql(table: string): string {
    const { kbid, id } = { kbid: `${table}.kbid`, id: `${table}.id` };
    const payload = `json_build_object('kbid', ${kbid}, 'rid', ${id})`;
    return this.tasks.addSql(processResource, {
      payload,
      tenant: `${kbid}::text`,
      serialBy: id,
      key: `'process:' || ${id}`,
    });
  }

  /** A statement with `processSql` or `updateSql` was committed. */
  added(): void {
    this.tasks.added(1);
  }

  /**
   * Brings what the indexes filter resources by up to date, before all other work and beside work on their content.
   * Part of a statement, as `processSql`.
   */
  updateSql(table: string): string {
    const { kbid, id } = { kbid: `${table}.kbid`, id: `${table}.id` };
    const payload = `json_build_object('kbid', ${kbid}, 'rid', ${id})`;
    const turn = `'index:' || ${id}`;
    const job = { payload, tenant: `${kbid}::text`, serialBy: turn, key: turn };
    return this.tasks.addSql(updateIndexedResource, job, { priority: BEFORE_ALL });
  }

  /** The same for a resource that is deleted. */
  async removeFromIndexes(
    { kbid, rid, version }: ResourceReference & { readonly version: number },
    tx: EntityManager,
  ): Promise<void> {
    const payload = { kbid, rid, deletedVersion: version };
    await this.tasks.add(updateIndexedResource, payload, { tx, priority: BEFORE_ALL, tenant: kbid, ...indexTurn(rid) });
  }

  /** Has paragraphs without vectors embedded; waits behind whatever makes others searchable by words. */
  async embed(references: readonly ResourceReference[], tx: EntityManager): Promise<void> {
    const jobs = references.map(({ kbid, rid }) => ({
      payload: { kbid, rid },
      tenant: kbid,
      serialBy: rid,
      key: embedKeys(rid)[0],
    }));
    await this.tasks.addAll(embedResource, jobs, { tx, priority: 10 });
  }

  /** The same for a resource that takes longer, or the rest of it: behind what waits already, beside small ones. */
  async embedLarge({ kbid, rid }: ResourceReference, runAt?: Date): Promise<void> {
    const place = { tenant: kbid, serialBy: rid, key: embedKeys(rid)[1] };
    await this.tasks.add(embedLargeResource, { kbid, rid }, { ...place, priority: 10, runAt });
  }

  /** Has committed resources put into both indexes again, each when nothing else works on it. */
  async reindex(kbid: string, rids: readonly string[], tx: EntityManager): Promise<void> {
    const references = rids.map((rid) => ({ kbid, rid }));
    await this.process(references, tx);
    await this.embed(references, tx);
  }

  async purge(remains: Remains, tx: EntityManager): Promise<void> {
    await this.tasks.add(purgeResource, remains, { tx, tenant: remains.kbid, serialBy: remains.rid });
  }

  /** Of these resources, those that the indexes do not hold as they are committed: work on them waits or runs. */
  async busy(rids: readonly string[]): Promise<ReadonlySet<string>> {
    if (rids.length === 0) return new Set();
    const busy = await this.tasks.busy(rids.flatMap((rid) => [rid, indexTurn(rid).serialBy]));
    return new Set(rids.filter((rid) => busy.has(rid) || busy.has(indexTurn(rid).serialBy)));
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

/** Its own turn: work on the content of the resource may take long. */
function indexTurn(rid: string) {
  return { serialBy: `index:${rid}`, key: `index:${rid}` };
}

/** Of the task that embeds a resource, and of the one that embeds a large one. */
export function embedKeys(rid: string): readonly [string, string] {
  return [`embed:${rid}`, `embed-large:${rid}`];
}
