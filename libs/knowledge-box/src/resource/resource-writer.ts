import { AppError, authorOf, type Principal } from '@lectern/contracts/core';
import type {
  CreateResourcePayload,
  ModifyResourcePayload,
  Queued,
  ResourceCreated,
} from '@lectern/contracts/knowledge-box';
import { knowingWhetherDone, storable } from '@lectern/database';
import { changeBy, IngestQueue, ResourceChanges } from '@lectern/indexing';
import {
  isProcessed,
  KnowledgeBoxRepository,
  type NewField,
  type ResourceEntity,
  type ResourceLocation,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { FieldWriter } from '../field/field-writer';
import { FieldGuards } from './field-guards';
import { modifiedResource } from './modified-resource';
import { newResource } from './new-resource';
import { filenameIn, withFilename } from '../naming/resource-naming';

/** Data for a new resource besides its payload. */
export interface Arrival {
  /** Id of the new resource, if something already refers to it. */
  readonly rid?: string;
  readonly fields?: readonly NewField[];
  /** Whether bytes of files in the payload are deleted after processing. */
  readonly skipStore?: boolean;
  /** Runs in the inserting transaction; may reject it. */
  readonly guard?: (tx: EntityManager) => Promise<void>;
}

/** Fields to put into a resource. */
export interface FieldsToPut {
  /** Receives the id of the resource. */
  readonly make: (rid: string) => Promise<readonly NewField[]>;
  /** Runs in the transaction that stores the fields; may reject it. */
  readonly guard?: (tx: EntityManager) => Promise<void>;
}

interface FieldChange {
  readonly author: ReturnType<typeof changeBy>;
  readonly fields: readonly NewField[];
  readonly guard?: FieldsToPut['guard'];
  /** Whether it gets a number in the processing queue even if nothing needs processing. */
  readonly isNumbered?: boolean;
}

/** Creates and changes resources. */
@Injectable()
export class ResourceWriter {
  constructor(
    private readonly boxes: KnowledgeBoxRepository,
    private readonly fields: FieldWriter,
    private readonly changes: ResourceChanges,
    private readonly ingest: IngestQueue,
    private readonly guards: FieldGuards,
  ) {}

  /** @throws AppError `not_found`, `conflict`, `invalid_request`, `rate_limited` */
  async create(
    { kbid, principal }: { readonly kbid: string; readonly principal: Principal },
    sent: CreateResourcePayload,
    { rid = newRid(), fields: given = [], skipStore, guard }: Arrival = {},
  ): Promise<ResourceCreated> {
    const startedMs = performance.now();
    const payload = storable(sent);
    const [settings] = await Promise.all([this.boxes.get(kbid), this.ingest.admit()]);
    const now = new Date();
    const unnamed = newResource({ kbid, rid, payload, settings, now, filenames: given.flatMap(filenameOf) });
    const fields = [...given, ...(await this.fields.prepare({ kbid, rid, skipStore }, payload, now))];
    const resource = { ...unnamed, origin: withFilename(unnamed.origin, filenameIn(fields)) };
    const sealed = this.fields.sealed({ kbid, rid }, fields);
    const by = authorOf(principal);
    const after = (number: number, tx: EntityManager) =>
      this.fields.putMessages({ kbid, rid, seqid: number }, fields, tx).then(() => undefined);
    const seqid = await this.keepOrDiscard(fields, async () => {
      const guarded = await this.guards.of({ kbid, fields, isNew: true }, guard);
      return this.changes.insert(resource, sealed, { by, guard: guarded, after });
    });
    const elapsed = payload.wait_for_commit === false ? null : Math.round(performance.now() - startedMs) / 1_000;
    return { uuid: rid, elapsed, ...(seqid !== undefined && { seqid }) };
  }

  /** @throws as `create` */
  async modify(
    location: ResourceLocation,
    sent: ModifyResourcePayload,
    { principal, skipStore }: { readonly principal: Principal; readonly skipStore?: boolean },
  ): Promise<Queued> {
    const payload = storable(sent);
    // Changes that only restrict or label are not subject to a full queue.
    const [settings] = await Promise.all([
      this.boxes.get(location.kbid),
      hasContent(payload) ? this.ingest.admit() : undefined,
    ]);
    const author = changeBy(principal);
    const apply = (resource: ResourceEntity) => modifiedResource(resource, payload, settings);
    const isNumbered = Boolean(payload.title || payload.summary);
    if (!hasFields(payload)) return this.change(location, { author, fields: [], isNumbered }, apply);
    // Bytes are written for this resource, whose slug may be reassigned in the meantime.
    const target = await this.changes.locate(location);
    const fields = await this.fields.prepare({ ...target, skipStore }, payload, new Date());
    return this.change(target, { author, fields, isNumbered }, apply);
  }

  /** Creates or replaces fields of a resource. @throws as `create` */
  async putFields(location: ResourceLocation, principal: Principal, { make, guard }: FieldsToPut): Promise<Queued> {
    await this.ingest.admit();
    const target = await this.changes.locate(location);
    const fields = storable(await make(target.rid));
    const change = { author: changeBy(principal), fields, guard, isNumbered: true };
    return this.change(target, change, (resource) => resource);
  }

  private async change(
    location: ResourceLocation,
    { author, fields, guard, isNumbered = false }: FieldChange,
    apply: (resource: ResourceEntity) => ResourceEntity,
  ): Promise<Queued> {
    let seqid: number | null = null;
    await this.keepOrDiscard(fields, async () => {
      const guarded = await this.guards.of({ kbid: location.kbid, fields, isNew: false }, guard);
      await this.changes.apply(location, { kind: 'modified', ...author }, async (before, tx) => {
        await guarded?.(tx);
        const toProcess = fields.filter(isProcessed);
        seqid = isNumbered || toProcess.length > 0 ? await this.ingest.nextSeqid(tx) : null;
        const target = { kbid: before.kbid, rid: before.id };
        const changed = apply(before);
        const origin = await this.fields.namedOrigin(target, { before, after: changed, fields }, tx);
        const after = { ...changed, origin, lastSeqid: seqid ?? before.lastSeqid };
        const orphans = await this.fields.put({ ...target, seqid: after.lastSeqid }, fields, tx);
        if (toProcess.length === 0)
          return { resource: after, toIndex: hasSameTexts(before, after) ? 'metadata' : 'content', orphans };
        await this.ingest.understand(target, toProcess, { tx });
        return { resource: { ...after, status: 'PENDING' }, toIndex: 'content', orphans };
      });
    });
    return { seqid };
  }

  private async keepOrDiscard<T>(fields: readonly NewField[], commit: () => Promise<T>): Promise<T> {
    try {
      return await knowingWhetherDone(commit);
    } catch (error) {
      // If it is unknown whether the transaction was committed, a row may refer to the bytes.
      if (error instanceof AppError && error.isUndone) await this.fields.discard(fields);
      throw error;
    }
  }
}

function hasContent(payload: ModifyResourcePayload): boolean {
  const { title, summary, texts, files, links, conversations } = payload;
  return [title, summary].some(Boolean) || hasSome(texts, files, links, conversations);
}

function hasFields({ texts, files, links, conversations, key_values: keyValues }: ModifyResourcePayload): boolean {
  return hasSome(texts, files, links, conversations, keyValues);
}

function hasSome(...fields: readonly object[]): boolean {
  return fields.some((ofType) => Object.keys(ofType).length > 0);
}

/** Whether the paragraphs of the resource itself, and their analysis, are unchanged. */
function hasSameTexts(before: ResourceEntity, after: ResourceEntity): boolean {
  const members = ['title', 'summary', 'summaryIsProvisional', 'language'] as const;
  return (
    members.every((member) => before[member] === after[member]) && originFilename(before) === originFilename(after)
  );
}

function filenameOf({ value }: NewField): string[] {
  return typeof value === 'object' && 'file' in value ? [value.file.filename] : [];
}

function originFilename({ origin }: ResourceEntity): string | undefined {
  return origin?.filename ?? undefined;
}

/** 32 hex digits. */
export function newRid(): string {
  return randomUUID().replaceAll('-', '');
}
