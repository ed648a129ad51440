import { type UploadKey, UploadStore } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { holdBox } from '@lectern/resource-store';
import { TusPartEntity, TusUploadEntity } from './tus-upload.entity';

/** Identifies an upload. */
export type TusUploadKey = UploadKey<'kbid'>;

/** Resumable uploads to boxes. */
@Injectable()
export class TusUploadRepository extends UploadStore<'kbid', TusUploadEntity, TusPartEntity> {
  constructor() {
    super({
      upload: TusUploadEntity,
      part: TusPartEntity,
      owner: 'kbid',
      unfinished: { finished: false },
      ownerName: 'The knowledge box',
    });
  }

  /** Prevents deletion of the box before the row exists. @throws AppError `not_found` when the box does not exist */
  override async insert(upload: TusUploadEntity, now: Date, tx: EntityManager): Promise<void> {
    await holdBox(upload.kbid, tx);
    await super.insert(upload, now, tx);
  }
}
