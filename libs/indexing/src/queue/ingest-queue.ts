import { readConfig } from '@lectern/config';
import type { TaskDefinition } from '@lectern/contracts/core';
import {
  embedLargeResource,
  embedResource,
  processLargeResource,
  processResource,
  purgeResource,
  type ResourceReference,
  type EmbeddingJob,
  updateIndexedResource,
} from '@lectern/contracts/knowledge-box';
import { TaskQueue } from '@lectern/database';
import { ResourceRepository } from '@lectern/knowledge-box-rows';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { refuseWhenFull } from './back-pressure';
import { fieldJob, type FieldToUnderstand, laneOf, lanes } from './field-lane';
import { ingestConfig } from './ingest.config';
import { WaitingCount } from './waiting-count';

const BEFORE_ALL = -10;
const AFTER_WORDS = 10;

/** A deleted resource whose content is to be purged. */
export interface ResourcePurge {
  readonly kbid: string;
  readonly rid: string;
  readonly version: number;
  readonly blobs: readonly string[];
}

/** SQL expressions over that of a resource's id. */
interface TurnSql {
  readonly turn: (id: string) => string;
  readonly key: (id: string) => string;
  readonly priority?: number;
}

/** Work on resources that outlives the request: one at a time for each resource, repeated changes collapsed. */
@Injectable()
export class IngestQueue {
  private readonly waitingMax = readConfig(ingestConfig).INGEST_QUEUE_MAX;
  private readonly waiting = new WaitingCount(() => this.count());

  constructor(
    private readonly tasks: TaskQueue,
    private readonly resources: ResourceRepository,
  ) {}

  /** To be asked before anything is written. @throws AppError `rate_limited` when too much is waiting */
  async admit(): Promise<void> {
    refuseWhenFull({ waiting: await this.waiting.get(), waitingMax: this.waitingMax, now: new Date() });
  }

  /** Has texts of resources indexed, and what takes next to no time understood before. */
  async process(
    references: readonly ResourceReference[],
    tx: EntityManager,
    { runAt }: { readonly runAt?: Date } = {},
  ): Promise<void> {
    const jobs = references.map(({ kbid, rid }) => ({
      payload: { kbid, rid },
      tenant: kbid,
      serialBy: rid,
      key: processKeys(rid)[0],
      runAt,
    }));
    await this.tasks.addAll(processResource, jobs, { tx });
    this.waiting.added(jobs.length);
  }

  /** Has the texts of a resource indexed that are large, beside small ones. */
  async processLarge({ kbid, rid }: ResourceReference): Promise<void> {
    const place = { tenant: kbid, serialBy: rid, key: processKeys(rid)[1] };
    await this.tasks.add(processLargeResource, { kbid, rid }, place);
  }

  /** Has fields of a resource understood, apart from those that take next to no time: `process` does these. */
  async understand(
    resource: ResourceReference,
    fields: readonly FieldToUnderstand[],
    { tx, isAgain }: { readonly tx: EntityManager; readonly isAgain?: boolean },
  ): Promise<void> {
    for (const lane of lanes) {
      const own = fields.filter((field) => laneOf(field) === lane);
      await this.tasks.addAll(
        lane,
        own.map((field) => fieldJob(resource, field, { isAgain })),
        { tx },
      );
    }
    this.waiting.added(fields.length);
  }

  /** `process` as part of a statement, over columns `kbid` and `id` of `table`; call `added` when it is committed. */
  processSql(table: string): string {
    return this.addSql(processResource, table, { turn: (id) => id, key: (id) => `'process:' || ${id}` });
  }

  /** `embed` in the same way. */
  embedSql(table: string): string {
    const turn = (id: string) => `'embed:' || ${id}`;
    return this.addSql(embedResource, table, { turn, key: turn, priority: AFTER_WORDS });
  }

  /** A statement with `processSql` or `updateSql` was committed. */
  added(): void {
    this.tasks.added(1);
    this.waiting.added(1);
  }

  /**
   * Brings what the indexes filter resources by up to date, before all other work and beside work on their content.
   * Part of a statement, as `processSql`.
   */
  updateSql(table: string): string {
    const turn = (id: string) => `'index:' || ${id}`;
    return this.addSql(updateIndexedResource, table, { turn, key: turn, priority: BEFORE_ALL });
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
      serialBy: embedTurn(rid),
      key: embedKeys(rid)[0],
      priority: AFTER_WORDS,
    }));
    await this.tasks.addAll(embedResource, jobs, { tx });
  }

  /** The same, without putting resources again into the indexes of vectorsets that have all of them. */
  async embedLacking(references: readonly ResourceReference[], tx: EntityManager): Promise<void> {
    const jobs = references.map(({ kbid, rid }) => ({
      payload: { kbid, rid, onlyWhereLacking: true },
      tenant: kbid,
      serialBy: embedTurn(rid),
      key: embedKeys(rid)[2],
      priority: AFTER_WORDS,
    }));
    await this.tasks.addAll(embedResource, jobs, { tx });
  }

  /** The same for a resource that takes longer, or the rest of it: behind what waits already, beside small ones. */
  async embedLarge({ kbid, rid, onlyWhereLacking }: EmbeddingJob, runAt?: Date): Promise<void> {
    const key = embedKeys(rid)[onlyWhereLacking ? 3 : 1];
    const place = { tenant: kbid, serialBy: embedTurn(rid), key, priority: AFTER_WORDS };
    await this.tasks.add(embedLargeResource, { kbid, rid, onlyWhereLacking }, { ...place, runAt });
  }

  /** Has committed resources put into both indexes again, each when nothing else works on it. */
  async reindex(kbid: string, rids: readonly string[], tx: EntityManager): Promise<void> {
    const references = rids.map((rid) => ({ kbid, rid }));
    await this.process(references, tx);
    await this.embed(references, tx);
  }

  async purge(purge: ResourcePurge, tx: EntityManager): Promise<void> {
    await this.tasks.add(purgeResource, purge, { tx, tenant: purge.kbid, serialBy: purge.rid });
  }

  /** Of these resources, those that the indexes do not hold as they are committed: work on them waits or runs. */
  async busy(rids: readonly string[]): Promise<ReadonlySet<string>> {
    if (rids.length === 0) return new Set();
    const turnsOf = (rid: string) => [rid, indexTurn(rid).serialBy, embedTurn(rid)];
    const busy = await this.tasks.busy(rids.flatMap(turnsOf));
    return new Set(rids.filter((rid) => turnsOf(rid).some((turn) => busy.has(turn))));
  }

  /** The next number in the processing queue. */
  async nextSeqid(tx: EntityManager): Promise<number> {
    return this.resources.nextSeqid(tx);
  }

  private addSql(task: TaskDefinition<ResourceReference>, table: string, { turn, key, priority }: TurnSql): string {
    const { kbid, id } = { kbid: `${table}.kbid`, id: `${table}.id` };
    const payload = `json_build_object('kbid', ${kbid}, 'rid', ${id})`;
    const job = { payload, tenant: `${kbid}::text`, serialBy: turn(id), key: key(id) };
    return this.tasks.addSql(task, job, { priority });
  }

  private async count(): Promise<number> {
    const counts = await this.tasks.counts();
    return counts.filter(({ state }) => state !== 'failed').reduce((sum, { count }) => sum + count, 0);
  }
}

/** Its own turn: what is found by its words does not wait for vectors, nor these for it. */
function embedTurn(rid: string): string {
  return `embed:${rid}`;
}

/** Its own turn: work on the content of the resource may take long. */
function indexTurn(rid: string) {
  return { serialBy: `index:${rid}`, key: `index:${rid}` };
}

/** Of the task that puts the texts of a resource into the keyword index, and of the one for large texts. */
export function processKeys(rid: string): readonly [string, string] {
  return [`process:${rid}`, `process-large:${rid}`];
}

/** Of the tasks that embed a resource: a small one, a large one, and both where vectorsets lack something of it. */
export function embedKeys(rid: string): readonly [string, string, string, string] {
  return [`embed:${rid}`, `embed-large:${rid}`, `embed-lacking:${rid}`, `embed-large-lacking:${rid}`];
}
