import { rowsOf } from '@lectern/database';
import { BlobStoreModule } from '@lectern/blob-store';
import { IndexingModule } from '@lectern/indexing';
import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { SecretsModule } from '@lectern/secrets';
import { Module } from '@nestjs/common';
import { ResourceModule } from '../resource/resource.module';
import { ActiveUploads } from './active-uploads';
import { ExpiredUploads } from './expired-uploads';
import { FileWriter } from './file-writer';
import { TusCreator } from './tus-creator';
import { TusFinisher } from './tus-finisher';
import { TusUploadAnswers, TusUploadHandlers } from './tus-upload.handlers';
import { TusUploadService } from './tus-upload.service';
import { TusUploads } from './tus-uploads';
import { UploadAdmission } from './upload-admission';
import { UploadDoors } from './upload-doors';
import { UploadHandlers } from './upload.handlers';
import { UploadService } from './upload.service';
import { TusPartEntity, TusUploadEntity } from './tus-upload.entity';
import { TusUploadRepository } from './tus-upload.repository';

/** Uploads and downloads of files. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, BlobStoreModule, IndexingModule, SecretsModule, ResourceModule],
  controllers: [TusUploadAnswers, TusUploadHandlers, UploadHandlers],
  providers: [
    rowsOf(TusPartEntity, TusUploadEntity),
    TusUploadRepository,
    ActiveUploads,
    ExpiredUploads,
    FileWriter,
    TusCreator,
    TusFinisher,
    TusUploadService,
    TusUploads,
    UploadAdmission,
    UploadDoors,
    UploadService,
  ],
})
export class UploadModule {}
