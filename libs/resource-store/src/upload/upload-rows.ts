import { TusPartEntity, TusUploadEntity } from './tus-upload.entity';
import { TusUploadRepository } from './tus-upload.repository';

/** Resumable uploads. */
export const uploadRows = {
  entities: [TusUploadEntity, TusPartEntity],
  providers: [TusUploadRepository],
};
