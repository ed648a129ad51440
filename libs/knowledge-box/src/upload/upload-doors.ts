import { Transactions, unknownUpload } from '@lectern/database';
import { ResourceChanges } from '@lectern/indexing';
import {
  type ResourceLocation,
  type TusUploadEntity,
  type TusUploadKey,
  TusUploadRepository,
} from '@lectern/knowledge-box-rows';
import { Injectable } from '@nestjs/common';
import { fieldUploadId } from './active-uploads';

/** Where somebody asks for an upload: at its box, or at the field that it is for. */
export interface UploadDoor extends ResourceLocation {
  readonly upload_id: string;
  readonly field_id?: string;
}

/** Lets an upload be continued only where it was begun: at its box, or at its field, by id or by slug. */
@Injectable()
export class UploadDoors {
  constructor(
    private readonly transactions: Transactions,
    private readonly uploads: TusUploadRepository,
    private readonly changes: ResourceChanges,
  ) {}

  /**
   * Elsewhere it is as if there were none. That there is one, the caller finds out by the key.
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

/** What an upload into its field would be called. One that became a new resource has a field, but not its id. */
function idOfField({ kbid, rid, fieldId }: TusUploadEntity): string | undefined {
  return rid === null || fieldId === null ? undefined : fieldUploadId({ kbid, rid, fieldId });
}
