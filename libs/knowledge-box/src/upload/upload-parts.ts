import { ActiveUploads } from './active-uploads';
import { ExpiredUploads } from './expired-uploads';
import { FileWriter } from './file-writer';
import { TusCreator } from './tus-creator';
import { TusFinisher } from './tus-finisher';
import { TusUploadHandlers } from './tus-upload.handlers';
import { TusUploadService } from './tus-upload.service';
import { TusUploads } from './tus-uploads';
import { UploadAdmission } from './upload-admission';
import { UploadDoors } from './upload-doors';
import { UploadHandlers } from './upload.handlers';
import { UploadService } from './upload.service';

/** Uploads of files, in one request or in several, and their downloads. */
export const uploadParts = {
  controllers: [TusUploadHandlers, UploadHandlers],
  providers: [
    ActiveUploads,
    ExpiredUploads,
    FileWriter,
    TusCreator,
    TusFinisher,
    TusUploads,
    TusUploadService,
    UploadAdmission,
    UploadDoors,
    UploadService,
  ],
};
