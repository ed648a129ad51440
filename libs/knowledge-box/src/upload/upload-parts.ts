import { ActiveUploads } from './active-uploads';
import { ExpiredUploads } from './expired-uploads';
import { TusCreator } from './tus-creator';
import { TusFinisher } from './tus-finisher';
import { TusUploadHandlers } from './tus-upload.handlers';
import { TusUploadService } from './tus-upload.service';
import { TusUploads } from './tus-uploads';
import { UploadAdmission } from './upload-admission';

/** Uploads in several requests. */
export const uploadParts = {
  controllers: [TusUploadHandlers],
  providers: [ActiveUploads, ExpiredUploads, TusCreator, TusFinisher, TusUploads, TusUploadService, UploadAdmission],
};
