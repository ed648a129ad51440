import { authorOf, systemPrincipal } from '@lectern/contracts/core';
import type { AugmentationPayload, AugmentationReference, FieldAugmentation } from '@lectern/contracts/knowledge-box';
import { storable } from '@lectern/database';
import { type Changed, IngestQueue, ResourceChanges, resourceStatus } from '@lectern/indexing';
import {
  FieldRepository,
  isProcessed,
  type NewField,
  readEntityRenames,
  replaceResourceEdges,
  type ResourceEntity,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import { FieldWriter } from '../field/field-writer';
import { renamedEntities } from './aligned-names';
import { GeneratedFields, storedJson } from './generated-fields';
import { augmentationOf, generatedFields, mergedAugmentations, augmentationName } from './augmentations';

const by = authorOf(systemPrincipal);

/** Stores and removes the results of tasks in fields. */
@Injectable()
export class AugmentationWriter {
  constructor(
    private readonly changes: ResourceChanges,
    private readonly fields: FieldRepository,
    private readonly generated: GeneratedFields,
    private readonly writer: FieldWriter,
    private readonly ingest: IngestQueue,
  ) {}

  /** @throws AppError `not_found`, `invalid_request` when the results are too large, `rate_limited` */
  async put(sent: AugmentationPayload): Promise<null> {
    const { kbid, rid, findings } = storable(sent);
    const all = findings.flatMap(({ task, fields }) => fields.map((one) => augmentationOf(task, one)));
    const made = findings.flatMap(({ fields }) => fields.flatMap(generatedFields));
    if (made.some(isProcessed)) await this.ingest.admit();
    const kind = made.length > 0 ? 'modified' : 'processed';
    await this.changes.apply({ kbid, rid }, { kind, by }, async (resource, tx) => {
      const known = new Map(resource.augmentations.map((one) => [augmentationName(one), one]));
      const names = (await readEntityRenames([kbid], tx)).get(kbid);
      const named = names ? all.map((one) => renamedEntities(one, names)) : all;
      const { found, fields } = await this.generated.admitted(resource, named, { fields: made, tx });
      const changed = await this.generated.changed(resource, fields, tx);
      const isKnown = found.every((one) => isDeepStrictEqual(known.get(augmentationName(one)), storedJson(one)));
      if (isKnown && changed.length === 0) return undefined;
      const augmentations = mergedAugmentations(resource.augmentations, found);
      const before = found.flatMap((one) => known.get(augmentationName(one)) ?? []);
      return this.stored({ ...resource, augmentations }, { changed, before, kept: fields }, tx);
    });
    return null;
  }

  /** @throws AppError `not_found` */
  async clear({ kbid, rid, task }: AugmentationReference): Promise<null> {
    await this.changes.apply({ kbid, rid }, { kind: 'modified', by }, async (resource, tx) => {
      const own = resource.augmentations.filter((one) => one.task === task);
      if (own.length === 0) return undefined;
      const gone = own.flatMap(({ texts }) => texts);
      const augmentations = resource.augmentations.filter(
        ({ task: by, field }) => by !== task && !(isGenerated(field) && gone.includes(field.field)),
      );
      return this.stored({ ...resource, augmentations }, { changed: [], before: own, kept: [] }, tx);
    });
    return null;
  }

  private async stored(
    resource: ResourceEntity,
    { changed, before, kept }: ChangedFields,
    tx: EntityManager,
  ): Promise<Changed> {
    const target = { kbid: resource.kbid, rid: resource.id };
    await replaceResourceEdges([resource], tx);
    const [texts, values] = goneFields(resource, { before, kept });
    for (const id of texts) await this.generated.remove({ ...target, id }, tx);
    for (const id of values) await this.generated.removeKeyValues({ ...target, id }, tx);
    const toProcess = changed.filter(isProcessed);
    // The indexes filter by everything except the texts.
    const toIndex = texts.length + toProcess.length > 0 ? 'content' : 'metadata';
    if (changed.length === 0) return { resource: { ...resource, status: await this.statusOf(resource, tx) }, toIndex };
    const seqid = await this.ingest.nextSeqid(tx);
    const orphans = await this.writer.put({ ...target, seqid }, changed, tx);
    if (toProcess.length === 0) {
      const status = await this.statusOf(resource, tx);
      return { resource: { ...resource, status, lastSeqid: seqid }, toIndex, orphans };
    }
    await this.ingest.understand(target, toProcess, { tx });
    return { resource: { ...resource, status: 'PENDING', lastSeqid: seqid }, toIndex, orphans };
  }

  private async statusOf({ kbid, id, status }: ResourceEntity, tx: EntityManager): Promise<ResourceEntity['status']> {
    // A resource waiting to be indexed has no pending field but is pending.
    if (status === 'PENDING') return status;
    const states = await this.fields.listStates(kbid, [id], tx);
    return resourceStatus(states.map((one) => ({ ...one, empty: one.found?.isEmpty ?? true })));
  }
}

/** Text fields and conversations are generated. */
function isGenerated({ field_type: type }: FieldAugmentation['field']): boolean {
  return type === 'text' || type === 'conversation';
}

interface ChangedFields {
  readonly changed: readonly NewField[];
  /** What the same tasks found before. */
  readonly before: readonly FieldAugmentation[];
  readonly kept: readonly NewField[];
}

/** Ids of texts and conversations, and of key-value fields, that no task makes any more. */
function goneFields(
  { augmentations }: Pick<ResourceEntity, 'augmentations'>,
  { before, kept }: Pick<ChangedFields, 'before' | 'kept'>,
): readonly [readonly string[], readonly string[]] {
  const texts = new Set(kept.filter(isProcessed).map(({ id }) => id));
  // Several fields of a resource may fill the same one.
  const values = new Set(augmentations.flatMap((one) => one.key_values ?? []));
  return [
    before.flatMap((one) => one.texts).filter((id) => !texts.has(id)),
    before.flatMap((one) => one.key_values ?? []).filter((id) => !values.has(id)),
  ];
}
