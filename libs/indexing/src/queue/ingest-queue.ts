import { readConfig } from '@lectern/config';
import type { TaskDefinition } from '@lectern/contracts/core';
import {
  embedLargeResource,
  embedResource,
  fillVectorset,
  processLargeResource,
  processResource,
  purgeResource,
  type ResourceReference,
  type EmbeddingJob,
  updateIndexedResource,
  type VectorsetFill,
} from '@lectern/contracts/knowledge-box';
import { type JobView, TaskQueue } from '@lectern/database';
import { ResourceRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { refuseWhenFull, WaitingCount } from './back-pressure';
import { fieldJob, type FieldToUnderstand, laneOf, lanes } from './field-lane';
import { fillKey } from './vectorset-keys';
import { ingestConfig } from './ingest.config';

const BEFORE_ALL = -10;
const AFTER_WORDS = 10;
/** Delay for the dates of earlier messages when new ones are appended; further appends within it share the update. */
const UPDATE_LATER_MS = 5 * 60_000;
const PURGE_LATER_MS = 30_000;

/** A deleted resource whose content must be purged. */
export interface ResourcePurge {
  readonly kbid: string;
  readonly rid: string;
  readonly version: number;
  readonly blobs: readonly string[];
}

/** SQL expressions over the expression of a resource's name, `{kbid}/{rid}`. */
interface SerialSql {
  readonly serialBy: (name: string) => string;
  readonly key: (name: string) => string;
  readonly priority?: number;
}

/** Background work on resources: one job at a time per resource, repeated changes collapsed. */
@Injectable()
export class IngestQueue {
  private readonly waitingMax = readConfig(ingestConfig).INGEST_QUEUE_MAX;
  private readonly waiting = new WaitingCount(() => this.count());

  constructor(
    private readonly tasks: TaskQueue,
    private readonly resources: ResourceRepository,
  ) {}

  /** Call before anything is written. @throws AppError `rate_limited` when too much work is waiting */
  async admit(): Promise<void> {
    refuseWhenFull({ waiting: await this.waiting.get(), waitingMax: this.waitingMax, now: new Date() });
  }

  /** Has texts of resources indexed, after their fast fields are understood. */
  async process(
    references: readonly ResourceReference[],
    tx: EntityManager,
    { runAt }: { readonly runAt?: Date } = {},
  ): Promise<void> {
    const jobs = references.map(({ kbid, rid }) => ({
      payload: { kbid, rid },
      tenant: kbid,
      serialBy: processSerial({ kbid, rid }),
      key: processKeys({ kbid, rid })[0],
      runAt,
    }));
    await this.tasks.addAll(processResource, jobs, { tx });
    this.waiting.added(jobs.length);
  }

  /** Has the large texts of a resource indexed, concurrently with small ones. */
  async processLarge({ kbid, rid }: ResourceReference): Promise<void> {
    const reference = { kbid, rid };
    const options = { tenant: kbid, serialBy: processSerial(reference), key: processKeys(reference)[1] };
    await this.tasks.add(processLargeResource, reference, options);
  }

  /** Has slow fields of a resource understood; `process` handles the fast ones. */
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

  /** `process` as part of a statement, over columns `kbid` and `id` of `table`; call `added` after the commit. */
  processSql(table: string): string {
    return this.addSql(processResource, table, { serialBy: (name) => name, key: (name) => processKeysSql(name)[0] });
  }

  /** `embed` in the same way. */
  embedSql(table: string): string {
    const serialBy = (name: string) => `'embed:' || ${name}`;
    return this.addSql(embedResource, table, { serialBy, key: serialBy, priority: AFTER_WORDS });
  }

  /** Call after the commit of a statement that adds these tasks. */
  added(tasks: readonly TaskDefinition<unknown>[]): void {
    this.tasks.added(tasks);
    this.waiting.added(1);
  }

  /**
   * Updates the filterable members of resources in the indexes, before all other work and concurrently with work on
   * their content. Part of a statement, as `processSql`.
   */
  updateSql(table: string): string {
    const serialBy = (name: string) => `'index:' || ${name}`;
    return this.addSql(updateIndexedResource, table, { serialBy, key: serialBy, priority: BEFORE_ALL });
  }

  /** The same some minutes later, unless it is done before: for changes that nobody waits for. */
  async updateLater(references: readonly ResourceReference[], tx: EntityManager): Promise<void> {
    const runAt = new Date(Date.now() + UPDATE_LATER_MS);
    const jobs = references.map(({ kbid, rid }) => {
      const serial = indexSerial({ kbid, rid });
      return { payload: { kbid, rid }, tenant: kbid, ...serial, priority: BEFORE_ALL, runAt };
    });
    await this.tasks.addAll(updateIndexedResource, jobs, { tx });
  }

  /** The same for a deleted resource. */
  async removeFromIndexes(
    { kbid, rid, version }: ResourceReference & { readonly version: number },
    tx: EntityManager,
  ): Promise<void> {
    const payload = { kbid, rid, deletedVersion: version };
    const options = { priority: BEFORE_ALL, tenant: kbid, ...indexSerial({ kbid, rid }) };
    await this.tasks.add(updateIndexedResource, payload, { tx, ...options });
  }

  /** Has paragraphs without vectors embedded, after all work that makes others searchable by words. */
  async embed(references: readonly ResourceReference[], tx: EntityManager): Promise<void> {
    const jobs = references.map(({ kbid, rid }) => ({
      payload: { kbid, rid },
      tenant: kbid,
      serialBy: embedSerial({ kbid, rid }),
      key: embedKeys({ kbid, rid })[0],
      priority: AFTER_WORDS,
    }));
    await this.tasks.addAll(embedResource, jobs, { tx });
  }

  /** The same, without putting resources again into the indexes of complete vectorsets. */
  async embedLacking(references: readonly ResourceReference[], tx: EntityManager): Promise<void> {
    const jobs = references.map(({ kbid, rid }) => ({
      payload: { kbid, rid, onlyWhereLacking: true },
      tenant: kbid,
      serialBy: embedSerial({ kbid, rid }),
      key: embedKeys({ kbid, rid })[2],
      priority: AFTER_WORDS,
    }));
    await this.tasks.addAll(embedResource, jobs, { tx });
  }

  /** Jobs that embed resources, pending or given up. */
  async listEmbedding(references: readonly ResourceReference[]): Promise<readonly JobView[]> {
    return this.tasks.listWithKeys(references.flatMap(embedKeys));
  }

  /** Has a vectorset completed later. */
  async fillLater(fill: VectorsetFill, { tx, runAt }: { readonly tx: EntityManager; readonly runAt: Date }) {
    const serialBy = { key: fillKey(fill), serialBy: fillKey(fill) };
    await this.tasks.add(fillVectorset, fill, { tx, runAt, tenant: fill.kbid, ...serialBy });
  }

  /** Whether a job that puts all vectors of a resource is pending or given up. */
  async isToEmbedWhole(reference: ResourceReference): Promise<boolean> {
    return (await this.tasks.withKeys(embedKeys(reference).slice(0, 2))).size > 0;
  }

  /** The same for a large resource, or the rest of it: after all pending work, concurrently with small ones. */
  async embedLarge({ kbid, rid, onlyWhereLacking }: EmbeddingJob, runAt?: Date): Promise<void> {
    const reference = { kbid, rid };
    const key = embedKeys(reference)[onlyWhereLacking ? 3 : 1];
    const options = { tenant: kbid, serialBy: embedSerial(reference), key, priority: AFTER_WORDS };
    await this.tasks.add(embedLargeResource, { kbid, rid, onlyWhereLacking }, { ...options, runAt });
  }

  /** Has committed resources put into both indexes again, each when nothing else works on it. */
  async reindex(kbid: string, rids: readonly string[], tx: EntityManager): Promise<void> {
    const references = rids.map((rid) => ({ kbid, rid }));
    await this.resources.forgetIndexed(kbid, rids, tx);
    await this.process(references, tx);
    await this.embed(references, tx);
  }

  /** Runs before pending work on the resource, which may be waiting for the disk space that this frees. */
  async purge(purge: ResourcePurge, tx: EntityManager): Promise<void> {
    const options = { tenant: purge.kbid, serialBy: processSerial(purge), priority: BEFORE_ALL };
    await this.tasks.add(purgeResource, purge, { tx, ...options });
  }

  /** The same later, when current readers of the blobs have probably ended. */
  async purgeLater(purge: ResourcePurge): Promise<void> {
    const options = { tenant: purge.kbid, serialBy: processSerial(purge), priority: BEFORE_ALL };
    await this.tasks.add(purgeResource, purge, { ...options, runAt: new Date(Date.now() + PURGE_LATER_MS) });
  }

  /** Of these resources, those whose indexes are not up to date because work on them is pending or running. */
  async busy(kbid: string, rids: readonly string[]): Promise<ReadonlySet<string>> {
    if (rids.length === 0) return new Set();
    const serialsOf = (rid: string) => {
      const reference = { kbid, rid };
      return [processSerial(reference), indexSerial(reference).serialBy, embedSerial(reference)];
    };
    const busy = await this.tasks.busy(rids.flatMap(serialsOf));
    return new Set(rids.filter((rid) => serialsOf(rid).some((serialBy) => busy.has(serialBy))));
  }

  /** The next number in the processing queue. */
  async nextSeqid(tx: EntityManager): Promise<number> {
    return this.resources.nextSeqid(tx);
  }

  private addSql(
    task: TaskDefinition<ResourceReference>,
    table: string,
    { serialBy, key, priority }: SerialSql,
  ): string {
    const { kbid, id } = { kbid: `${table}.kbid`, id: `${table}.id` };
    const payload = `json_build_object('kbid', ${kbid}, 'rid', ${id})`;
    const name = `${kbid}::text || '/' || ${id}`;
    const job = { payload, tenant: `${kbid}::text`, serialBy: serialBy(name), key: key(name) };
    return this.tasks.addSql(task, job, { priority });
  }

  private async count(): Promise<number> {
    const counts = await this.tasks.counts();
    return counts.filter(({ state }) => state !== 'failed').reduce((sum, { count }) => sum + count, 0);
  }
}

/** Serialises work on the content of a resource. */
export function processSerial({ kbid, rid }: ResourceReference): string {
  return `${kbid}/${rid}`;
}

/** Separate, so that keyword indexing and embedding do not wait for each other. */
function embedSerial({ kbid, rid }: ResourceReference): string {
  return `embed:${kbid}/${rid}`;
}

/** Separate, because work on the content of the resource may take long. */
function indexSerial({ kbid, rid }: ResourceReference) {
  return { serialBy: `index:${kbid}/${rid}`, key: `index:${kbid}/${rid}` };
}

/** Keys of the task that puts the texts of a resource into the keyword index, and of the one for large texts. */
export function processKeys({ kbid, rid }: ResourceReference): readonly [string, string] {
  return [`process:${kbid}/${rid}`, `process-large:${kbid}/${rid}`];
}

/** The same in SQL, over the expression of a resource's name, `{kbid}/{rid}`. */
export function processKeysSql(name: string): readonly [string, string] {
  return [`'process:' || ${name}`, `'process-large:' || ${name}`];
}

/** Keys of the tasks that embed a resource: small, large, and both for incomplete vectorsets only. */
export function embedKeys({ kbid, rid }: ResourceReference): readonly [string, string, string, string] {
  const of = `${kbid}/${rid}`;
  return [`embed:${of}`, `embed-large:${of}`, `embed-lacking:${of}`, `embed-large-lacking:${of}`];
}
