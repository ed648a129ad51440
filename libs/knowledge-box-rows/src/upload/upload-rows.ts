import { TusPartEntity, TusUploadEntity } from './tus-upload.entity';
import { TusUploadRepository } from './tus-upload.repository';

/** Uploads that come in several requests. */
export const uploadRows = {
  entities: [TusUploadEntity, TusPartEntity],
  providers: [TusUploadRepository],
};
