import { NamedProcessingBlobsRepository } from './named-blobs.repository';
import { ProcessingDeliveryRepository } from './processing-delivery.repository';
import { ProcessingFileRepository } from './processing-file.repository';
import { ProcessingListRepository } from './processing-list.repository';
import { ProcessingRecordRepository } from './processing-record.repository';
import {
  ProcessingAccountEntity,
  ProcessingDeliveryEntity,
  ProcessingFileEntity,
  ProcessingRecordEntity,
  ProcessingResultEntity,
} from './processing.entity';
import { ProcessingUploadEntity, ProcessingUploadPartEntity } from './tus-upload.entity';
import { ProcessingUploadRepository } from './tus-upload.repository';

/** The public door of processing: pushes, their results, and files for them. */
export const processingRows = {
  entities: [
    ProcessingAccountEntity,
    ProcessingDeliveryEntity,
    ProcessingFileEntity,
    ProcessingRecordEntity,
    ProcessingResultEntity,
    ProcessingUploadEntity,
    ProcessingUploadPartEntity,
  ],
  providers: [
    NamedProcessingBlobsRepository,
    ProcessingDeliveryRepository,
    ProcessingFileRepository,
    ProcessingListRepository,
    ProcessingRecordRepository,
    ProcessingUploadRepository,
  ],
};
