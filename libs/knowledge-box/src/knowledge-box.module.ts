import { BlobStoreModule } from '@lectern/blob-store';
import { IndexingModule } from '@lectern/indexing';
import { knowledgeBoxDatabase, KnowledgeBoxRowsModule } from '@lectern/knowledge-box-rows';
import { SecretsModule } from '@lectern/secrets';
import { Module, type Provider, type Type } from '@nestjs/common';
import { changeParts } from './change/change-parts';
import { fieldParts } from './field/field-parts';
import { KnowledgeBoxCatalogModule } from './knowledge-box/knowledge-box-catalog.module';
import { notificationParts } from './notification/notification-parts';
import { processingParts } from './processing/processing-parts';
import { resourceParts } from './resource/resource-parts';
import { taskParts } from './task/task-parts';
import { trainsetParts } from './trainset/trainset-parts';
import { uploadParts } from './upload/upload-parts';

/** Knowledge boxes and what is in them. Needs `BusModule`. */
@Module({
  imports: [
    BlobStoreModule,
    IndexingModule,
    knowledgeBoxDatabase,
    KnowledgeBoxCatalogModule,
    KnowledgeBoxRowsModule,
    SecretsModule,
  ],
  controllers: [
    changeParts,
    fieldParts,
    notificationParts,
    processingParts,
    resourceParts,
    taskParts,
    trainsetParts,
    uploadParts,
  ].flatMap<Type>(({ controllers }) => controllers),
  providers: [
    changeParts,
    fieldParts,
    notificationParts,
    processingParts,
    resourceParts,
    trainsetParts,
    uploadParts,
  ].flatMap<Provider>(({ providers }) => providers),
})
export class KnowledgeBoxModule {}
