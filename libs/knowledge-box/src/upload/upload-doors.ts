import { Transactions, unknownUpload } from '@lectern/database';
import { ResourceChanges } from '@lectern/indexing';
import { type ResourceLocation } from '@lectern/resource-store';
import { type TusUploadEntity } from './tus-upload.entity';
import { type TusUploadKey, TusUploadRepository } from './tus-upload.repository';
import { Injectable } from '@nestjs/common';
import { fieldUploadId } from './active-uploads';

/** The address at which an upload is requested: its box or its field. */
export interface UploadDoor extends ResourceLocation {
  readonly upload_id: string;
  readonly field_id?: string;
}

/** Lets an upload be continued only at the address where it was started: its box, or its field by id or slug. */
@Injectable()
export class UploadDoors {
  constructor(
    private readonly transactions: Transactions,
    private readonly uploads: TusUploadRepository,
    private readonly changes: ResourceChanges,
  ) {}

  /**
   * At any other address the upload is reported as not found. Whether it exists at all is checked by the caller, with
   * the key.
   *
   * @throws AppError `not_found`
   */
  async keyOf({ kbid, upload_id: id, field_id: fieldId, ...location }: UploadDoor): Promise<TusUploadKey> {
    const key = { kbid, id };
    const isHere = fieldId === undefined ? !(await this.isForField(key)) : await this.isFor(key, location, fieldId);
    if (!isHere) throw unknownUpload(id);
    return key;
  }

  private async isForField(key: TusUploadKey): Promise<boolean> {
    const upload = await this.transactions.read((tx) => this.uploads.find(key, new Date(), tx));
    return upload !== undefined && idOfField(upload) === key.id;
  }

  private async isFor(
    { kbid, id }: TusUploadKey,
    location: Omit<ResourceLocation, 'kbid'>,
    fieldId: string,
  ): Promise<boolean> {
    const { rid } = await this.changes.locate({ kbid, ...location });
    return fieldUploadId({ kbid, rid, fieldId }) === id;
  }
}

/** The id of an upload to its field. An upload that became a new resource has a field, but not this id. */
function idOfField({ kbid, rid, fieldId }: TusUploadEntity): string | undefined {
  return rid === null || fieldId === null ? undefined : fieldUploadId({ kbid, rid, fieldId });
}
