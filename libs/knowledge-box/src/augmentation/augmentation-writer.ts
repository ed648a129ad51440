import { authorOf, systemPrincipal } from '@lectern/contracts/core';
import type { AugmentationPayload, AugmentationReference, FieldAugmentation } from '@lectern/contracts/knowledge-box';
import { storable } from '@lectern/database';
import { type Changed, IngestQueue, ResourceChanges, resourceStatus } from '@lectern/indexing';
import {
  type ConversationKey,
  ConversationRepository,
  FieldRepository,
  type NewField,
  replaceResourceEdges,
  type ResourceEntity,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import { FieldWriter } from '../field/field-writer';
import { augmentationOf, generatedFields, mergedAugmentations, augmentationName } from './augmentations';

const by = authorOf(systemPrincipal);

/** Stores and removes the results of tasks in fields. */
@Injectable()
export class AugmentationWriter {
  constructor(
    private readonly changes: ResourceChanges,
    private readonly fields: FieldRepository,
    private readonly conversations: ConversationRepository,
    private readonly writer: FieldWriter,
    private readonly ingest: IngestQueue,
  ) {}

  /** @throws AppError `not_found`, `invalid_request` when the results are too large, `rate_limited` */
  async put(sent: AugmentationPayload): Promise<null> {
    const { kbid, rid, findings } = storable(sent);
    const found = findings.flatMap(({ task, fields }) => fields.map((one) => augmentationOf(task, one)));
    const texts = findings.flatMap(({ fields }) => fields.flatMap(generatedFields));
    if (texts.length > 0) await this.ingest.admit();
    const kind = texts.length > 0 ? 'modified' : 'processed';
    await this.changes.apply({ kbid, rid }, { kind, by }, async (resource, tx) => {
      const known = new Map(resource.augmentations.map((one) => [augmentationName(one), one]));
      const changedTexts = await this.changedTexts(resource, texts, tx);
      const isKnown = found.every((one) => isDeepStrictEqual(known.get(augmentationName(one)), storedJson(one)));
      if (isKnown && changedTexts.length === 0) return undefined;
      const kept = new Set(texts.map(({ id }) => id));
      const gone = found.flatMap((one) => known.get(augmentationName(one))?.texts ?? []).filter((id) => !kept.has(id));
      const augmentations = mergedAugmentations(resource.augmentations, found);
      return this.stored({ ...resource, augmentations }, { texts: changedTexts, gone }, tx);
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
      return this.stored({ ...resource, augmentations }, { texts: [], gone }, tx);
    });
    return null;
  }

  private async stored(
    resource: ResourceEntity,
    { texts, gone }: { readonly texts: readonly NewField[]; readonly gone: readonly string[] },
    tx: EntityManager,
  ): Promise<Changed> {
    const target = { kbid: resource.kbid, rid: resource.id };
    await replaceResourceEdges([resource], tx);
    for (const id of gone) await this.remove({ ...target, id }, tx);
    // The indexes filter by everything except the texts.
    const toIndex = gone.length + texts.length > 0 ? 'content' : 'metadata';
    if (texts.length === 0) return { resource: { ...resource, status: await this.statusOf(resource, tx) }, toIndex };
    const seqid = await this.ingest.nextSeqid(tx);
    const orphans = await this.writer.put({ ...target, seqid }, texts, tx);
    await this.ingest.understand(target, texts, { tx });
    return { resource: { ...resource, status: 'PENDING', lastSeqid: seqid }, toIndex, orphans };
  }

  /** Ids tell what a field was made of, but not whether it is a text or a conversation. */
  private async remove(key: ConversationKey, tx: EntityManager): Promise<void> {
    for (const letter of ['t', 'c'] as const) await this.fields.delete({ ...key, letter }, tx);
    await this.conversations.removeSplits(key, tx);
    await this.conversations.removeAll(key, tx); // without files
  }

  /** Fields that differ from the stored ones. */
  private async changedTexts(
    { kbid, id: rid }: ResourceEntity,
    texts: readonly NewField[],
    tx: EntityManager,
  ): Promise<readonly NewField[]> {
    const changed: NewField[] = [];
    for (const text of texts) {
      const stored = await this.fields.find({ kbid, rid, letter: text.letter, id: text.id }, tx);
      // Of a conversation, the row only has the number of its messages.
      if (text.messages || !isDeepStrictEqual(stored?.value, storedJson(text.value))) changed.push(text);
    }
    return changed;
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

/** Normalises to the form that the database returns: without undefined members. */
function storedJson<T extends FieldAugmentation | NewField['value']>(value: T): unknown {
  return JSON.parse(JSON.stringify(value));
}
