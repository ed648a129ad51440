import {
  AppError,
  type CreateResourcePayload,
  type ModifyResourcePayload,
  type Queued,
  type ResourceCreated,
} from '@lectern/contracts';
import { storable, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { FieldWriter } from '../field/field-writer';
import type { NewField } from '../field/new-fields';
import { IngestQueue } from '../ingest/ingest-queue';
import { KnowledgeBoxRepository } from '../knowledge-box/knowledge-box.repository';
import { modifiedResource } from './modified-resource';
import { newResource } from './new-resource';
import type { ResourceEntity } from './resource.entity';
import { type ResourceLocation, ResourceRepository } from './resource.repository';

/** Creates and changes resources. A change is committed together with the task that has it understood and indexed. */
@Injectable()
export class ResourceWriter {
  constructor(
    private readonly transactions: Transactions,
    private readonly boxes: KnowledgeBoxRepository,
    private readonly resources: ResourceRepository,
    private readonly fields: FieldWriter,
    private readonly ingest: IngestQueue,
  ) {}

  /** @param rid of the resource to be, when something already refers to it */
  async create(
    kbid: string,
    payload: CreateResourcePayload,
    { rid, fields: given }: { readonly rid: string; readonly fields: readonly NewField[] } = {
      rid: newRid(),
      fields: [],
    },
  ): Promise<ResourceCreated> {
    const startedMs = performance.now();
    const [settings] = await Promise.all([this.boxes.get(kbid), this.ingest.admit()]);
    const now = new Date();
    const resource = newResource({ kbid, rid, payload, settings, now, filenames: given.flatMap(filenameOf) });
    const fields = [...given, ...(await this.fields.prepare({ kbid, rid }, payload, now))];
    const sealed = this.fields.sealed({ kbid, rid }, fields);
    const also = this.ingest.processSql('inserted');
    const seqid = await this.keepOrDiscard(fields, () =>
      this.transactions.single((tx) => this.resources.insert(resource, sealed, { also, tx })),
    );
    this.ingest.told();
    const elapsed = Math.round(performance.now() - startedMs) / 1_000;
    return { uuid: rid, elapsed, ...(seqid !== undefined && { seqid }) };
  }

  async modify(location: ResourceLocation, sent: ModifyResourcePayload): Promise<Queued> {
    const payload = storable(sent);
    const [settings] = await Promise.all([this.boxes.get(location.kbid), this.ingest.admit()]);
    const { id: rid } = await this.transactions.read((tx) => this.resources.get(location, tx));
    const now = new Date();
    const fields = await this.fields.prepare({ kbid: location.kbid, rid }, payload, now);
    return this.change({ kbid: location.kbid, rid }, fields, (resource) =>
      modifiedResource(resource, payload, { settings, now }),
    );
  }

  /** Creates or replaces fields of a resource. @throws AppError `not_found` */
  async putFields(location: ResourceLocation, make: (rid: string) => Promise<readonly NewField[]>): Promise<Queued> {
    await this.ingest.admit();
    const { id: rid } = await this.transactions.read((tx) => this.resources.get(location, tx));
    const fields = storable(await make(rid));
    return this.change({ kbid: location.kbid, rid }, fields, (resource) => ({
      ...resource,
      version: resource.version + 1,
      modified: new Date(),
    }));
  }

  private async change(
    { kbid, rid }: { kbid: string; rid: string },
    fields: readonly NewField[],
    apply: (resource: ResourceEntity) => ResourceEntity,
  ): Promise<Queued> {
    const seqid = await this.keepOrDiscard(fields, () =>
      this.transactions.run(async (tx) => {
        const resource = apply(await this.resources.lock({ kbid, rid }, tx));
        const number = fields.length > 0 ? await this.ingest.nextSeqid(tx) : undefined;
        const pending = number && { status: 'PENDING' as const, lastSeqid: number };
        await this.resources.update({ ...resource, ...pending }, tx);
        const blobs = number ? await this.fields.put({ kbid, rid, seqid: number }, fields, tx) : [];
        await this.ingest.process(kbid, rid, tx);
        // Version 0: only the replaced blobs are to go, after whatever still reads them.
        if (blobs.length > 0) await this.ingest.purge({ kbid, rid, version: 0, blobs }, tx);
        return number;
      }),
    );
    return { seqid: seqid ?? null };
  }

  private async keepOrDiscard<T>(fields: readonly NewField[], commit: () => Promise<T>): Promise<T> {
    try {
      return await commit();
    } catch (error) {
      // When nobody knows whether it was committed, a row may already name the bytes.
      if (error instanceof AppError && error.isRefusal) await this.fields.discard(fields);
      throw error;
    }
  }
}

function filenameOf({ value }: NewField): string[] {
  return typeof value === 'object' && 'file' in value ? [value.file.filename] : [];
}

/** 32 hex digits. */
export function newRid(): string {
  return randomUUID().replaceAll('-', '');
}
