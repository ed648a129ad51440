import { AppError, type Principal } from '@lectern/contracts/core';
import { type FieldAnnotation, type FieldType, letterOfFieldType } from '@lectern/contracts/knowledge-box';
import { changeBy, ResourceChanges, resourceStatus } from '@lectern/indexing';
import {
  ConversationRepository,
  type FieldKey,
  fieldOfThumbnail,
  FieldRepository,
  isProcessed,
  type ResourceLocation,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Deletes single fields. */
@Injectable()
export class FieldRemover {
  constructor(
    private readonly changes: ResourceChanges,
    private readonly fields: FieldRepository,
    private readonly conversations: ConversationRepository,
  ) {}

  /**
   * A field that does not exist is not an error.
   * @throws AppError `not_found` for the resource, `invalid_request` for title and summary
   */
  async delete(
    location: ResourceLocation,
    field: { readonly type: FieldType; readonly id: string },
    principal: Principal,
  ): Promise<null> {
    if (field.type === 'generic') throw new AppError('invalid_request', 'Title and summary cannot be deleted');
    const authorship = { kind: 'modified', ...changeBy(principal) } as const;
    await this.changes.apply(location, authorship, async (resource, tx) => {
      const key = { kbid: resource.kbid, rid: resource.id, letter: letterOfFieldType[field.type], id: field.id };
      const stored = await this.fields.find(key, tx);
      if (!stored) return undefined;
      const reference = { kbid: key.kbid, rid: key.rid };
      const pictures = await this.fields.listPictures([reference], tx, key);
      await this.fields.delete(key, tx);
      if (!isProcessed(stored)) return { resource, toIndex: 'metadata' };
      const attachments = field.type === 'conversation' ? await this.removeMessages(key, tx) : [];
      const rest = await this.fields.listStates(resource.kbid, [resource.id], tx);
      const status = resourceStatus(rest.map((one) => ({ ...one, empty: one.found?.isEmpty ?? true })));
      const annotations = resource.annotations.filter((one) => !isAbout(one, field));
      const augmentations = resource.augmentations.filter((one) => !isAbout(one, field));
      const files = [...(stored.blobKey ? [stored.blobKey] : []), ...pictures.flatMap(({ keys }) => keys)];
      const orphans = [...files, ...attachments];
      const pictured = fieldOfThumbnail(key, resource.thumbnail);
      const isItsPicture = pictured?.letter === key.letter && pictured.id === field.id;
      const thumbnail = isItsPicture ? '' : resource.thumbnail;
      return { resource: { ...resource, status, annotations, augmentations, thumbnail }, toIndex: 'content', orphans };
    });
    return null;
  }

  private async removeMessages(key: FieldKey, tx: EntityManager): Promise<readonly string[]> {
    await this.conversations.removeSplits(key, tx);
    return this.conversations.removeAll(key, tx);
  }
}

function isAbout(
  { field }: Pick<FieldAnnotation, 'field'>,
  { type, id }: { readonly type: FieldType; readonly id: string },
): boolean {
  return field.field_type === type && field.field === id;
}
