import { type UploadKey, UploadStore } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { holdBox } from '../knowledge-box/hold-box';
import { TusPartEntity, TusUploadEntity } from './tus-upload.entity';

/** Names an upload. */
export type TusUploadKey = UploadKey<'kbid'>;

/** Uploads into boxes that come in several requests. */
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

  /** Keeps the box from being deleted before the row is there. @throws AppError `not_found` when it is gone */
  override async insert(upload: TusUploadEntity, now: Date, tx: EntityManager): Promise<void> {
    await holdBox(upload.kbid, tx);
    await super.insert(upload, now, tx);
  }
}
