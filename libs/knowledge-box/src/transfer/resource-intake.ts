import { AppError } from '@lectern/contracts/core';
import { ExportedField, ExportedResource } from '@lectern/contracts/knowledge-box';
import type { TaskRun } from '@lectern/database';
import { IngestQueue, ResourceChanges, type StoredArrival } from '@lectern/indexing';
import {
  FieldEnvelope,
  type FieldEntity,
  FieldRepository,
  ImportRepository,
  type NewField,
  type ResourceEntity,
  ResourceRepository,
  type TransferKey,
  TransferContentRepository,
} from '@lectern/knowledge-box-rows';
import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { FieldIntake, type Intake } from './field-intake';
import {
  importedErrors,
  importedField,
  type ImportedBinary,
  importedResource,
  type ImportTarget,
} from './imported-resource';
import type { ImportState } from './import-state';
import { badItem, itemOf } from './item-reader';
import { FIELDS_MAX } from './transfer-limits';

const LOOK_AGAIN_MS = 1_000;

/** Rows that imports write. */
@Injectable()
export class ImportRows {
  constructor(
    readonly imports: ImportRepository,
    readonly resources: ResourceRepository,
    readonly fields: FieldRepository,
    readonly content: TransferContentRepository,
  ) {}
}

/** A resource of a file, and where it goes. */
export interface IncomingResource extends Omit<Intake, 'tx'> {
  readonly key: TransferKey;
  readonly target: ImportTarget;
  readonly by: string;
  /** Whom the secrets in the file opened for. */
  readonly scope: string;
  readonly state: ImportState;
  readonly binaries: Map<number, ImportedBinary>;
}

/** A transaction began again, after which the file has to be read again, too. */
export class RestartError extends Error {}

/** Stores resources with their fields and what was found in them, each in one transaction. */
@Injectable()
export class ResourceIntake {
  constructor(
    private readonly changes: ResourceChanges,
    private readonly rows: ImportRows,
    private readonly envelope: FieldEnvelope,
    private readonly findings: FieldIntake,
    private readonly ingest: IngestQueue,
  ) {}

  /** Until the work that resources make may be added: others that add some wait no longer for it than usual. */
  async waitForRoom({ signal, alive }: Pick<TaskRun, 'signal' | 'alive'>): Promise<void> {
    for (;;) {
      try {
        return await this.ingest.admit();
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
        alive();
        await sleep(LOOK_AGAIN_MS, undefined, { signal });
      }
    }
  }

  /**
   * The resource that begins with the next item.
   *
   * @throws AppError `bad_request`, `invalid_request` for what a request could not say, either; `not_found` when box or
   * import are gone; RestartError
   */
  async store(incoming: IncomingResource): Promise<void> {
    const frame = await incoming.items.take();
    if (frame.type !== 'RES') throw badItem(frame, new Error('a resource has to follow its files'));
    const item = itemOf(frame, ExportedResource);
    const reference = { kbid: incoming.key.kbid, rid: item.id };
    const state = incoming.state.copy();
    let isAgain = false;
    await this.changes.replace(reference, incoming.by, {
      make: async (tx) => {
        if (isAgain) throw new RestartError();
        isAgain = true;
        return this.withFreeSlug(importedResource(item, incoming.target), state, tx);
      },
      fill: async (tx, before) => {
        const orphans = before ? await this.clear(reference, tx) : [];
        const arrival = await this.fill(reference, { ...incoming, state, tx });
        state.resource(incoming.items.position);
        if (!(await this.rows.imports.proceed(incoming.key, state.step(new Date()), tx))) throw gone();
        return { ...arrival, orphans };
      },
    });
    incoming.state.become(state);
  }

  /** A slug that another resource has is left to it. */
  private async withFreeSlug(resource: ResourceEntity, state: ImportState, tx: EntityManager): Promise<ResourceEntity> {
    const { kbid, id, slug } = resource;
    const [owner] = await this.rows.resources.findManyBySlug(kbid, [slug], tx);
    if (!owner || owner.id === id) return resource;
    state.note(id, `The slug ${slug} belongs to the resource ${owner.id}; the id is the slug instead.`);
    return { ...resource, slug: id };
  }

  /** @returns keys of blobs of the resource that had the id */
  private async clear({ kbid, rid }: { kbid: string; rid: string }, tx: EntityManager): Promise<string[]> {
    const fields = await this.rows.content.listFields({ kbid, rid }, tx);
    const pictures = await this.rows.fields.listPictures([{ kbid, rid }], tx);
    await this.rows.fields.deleteAll(kbid, rid, tx);
    return [
      ...fields.flatMap(({ blobKey }) => (blobKey === null ? [] : [blobKey])),
      ...pictures.flatMap(({ keys }) => keys),
    ];
  }

  private async fill(
    reference: { readonly kbid: string; readonly rid: string },
    incoming: IncomingResource & Intake,
  ): Promise<Omit<StoredArrival, 'orphans'>> {
    const { items, state, binaries, tx } = incoming;
    const seqid = await this.rows.resources.nextSeqid(tx);
    const toUnderstand: FieldEntity[] = [];
    const known = new Set<string>();
    for (let frame = await items.takeIf('FLD'); frame; frame = await items.takeIf('FLD')) {
      incoming.alive();
      const item = itemOf(frame, ExportedField);
      const name = `${item.letter}/${item.id}`;
      if (known.has(name) || known.size >= FIELDS_MAX) throw badItem(frame, new Error('the resource has others'));
      known.add(name);
      const field = this.field(item, reference, incoming);
      const row: FieldEntity = {
        mlText: true,
        ...{ ...reference, seqid, contentSeqid: seqid, status: item.status, errors: importedErrors(item.errors) },
        ...this.envelope.seal(reference, field),
      };
      await this.rows.content.insertField(row, tx);
      const isFound = await this.findings.store({ ...reference, letter: row.letter, id: row.id, seqid }, incoming);
      state.field(row.blobKey !== null);
      if (item.status === 'PENDING' || (!isFound && item.status === 'PROCESSED')) toUnderstand.push(row);
    }
    if (binaries.size > 0) throw new AppError('bad_request', `A file of the resource ${reference.rid} has no field`);
    return { seqid, toUnderstand: await this.pending(toUnderstand, tx) };
  }

  private field(
    item: ExportedField,
    reference: { readonly kbid: string; readonly rid: string },
    { binaries, scope, state }: IncomingResource,
  ): NewField {
    const field = importedField(item, reference, binaries);
    if (field.blobKey !== null) binaries.delete(item.file?.binary ?? -1);
    const { sealed } = item;
    if (!sealed) return field;
    const opened = this.envelope.openFromScope(reference, field, { sealed, scope });
    if (!opened) state.note(reference.rid, `The secrets of the field ${item.letter}/${item.id} are left out.`);
    return opened ?? field;
  }

  /** What was processed, and whose result is not in the file, is processed again. */
  private async pending(fields: readonly FieldEntity[], tx: EntityManager): Promise<FieldEntity[]> {
    for (const { kbid, rid, letter, id, seqid, status } of fields) {
      if (status !== 'PENDING') await this.rows.fields.setPending({ kbid, rid, letter, id }, { seqid }, tx);
    }
    return fields.map((field) => ({ ...field, status: 'PENDING' }));
  }
}

function gone(): AppError {
  return new AppError('not_found', 'The import is gone');
}
