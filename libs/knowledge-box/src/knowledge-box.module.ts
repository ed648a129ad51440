import { BlobStoreModule } from '@lectern/blob-store';
import { busFor } from '@lectern/bus';
import { labelsetsChanged } from '@lectern/contracts/knowledge-box';
import { compileFilter, listBlobsOfActivity, recordActivity } from '@lectern/contracts/search';
import { listBlobsOfProcessing } from '@lectern/contracts/understanding';
import { IndexingModule } from '@lectern/indexing';
import { knowledgeBoxDatabase, KnowledgeBoxRowsModule } from '@lectern/knowledge-box-rows';
import { SecretsModule } from '@lectern/secrets';
import { Module, type Provider, type Type } from '@nestjs/common';
import { blobSweepParts } from './blob-sweep/blob-sweep-parts';
import { augmentationParts } from './augmentation/augmentation-parts';
import { catalogParts } from './catalog/catalog-parts';
import { changeParts } from './change/change-parts';
import { conversationParts } from './conversation/conversation-parts';
import { deletionParts } from './deletion/deletion-parts';
import { entitiesGroupParts } from './entities-group/entities-group-parts';
import { fieldParts } from './field/field-parts';
import { graphParts } from './graph/graph-parts';
import { KnowledgeBoxCatalogModule } from './knowledge-box/knowledge-box-catalog.module';
import { kvSchemaParts } from './kv-schema/kv-schema-parts';
import { labelsetParts } from './labelset/labelset-parts';
import { notificationParts } from './notification/notification-parts';
import { processingParts } from './processing/processing-parts';
import { resourceParts } from './resource/resource-parts';
import { SearchSettingsModule } from './search-settings/search-settings.module';
import { taskParts } from './task/task-parts';
import { trainsetParts } from './trainset/trainset-parts';
import { uploadParts } from './upload/upload-parts';

// A module has one bus, which knows all that its folders call and publish.
const bus = busFor({
  calls: [compileFilter, listBlobsOfActivity, listBlobsOfProcessing, recordActivity],
  publishes: [labelsetsChanged],
});
const folders = [
  augmentationParts,
  blobSweepParts,
  catalogParts,
  changeParts,
  conversationParts,
  deletionParts,
  entitiesGroupParts,
  fieldParts,
  kvSchemaParts,
  labelsetParts,
  notificationParts,
  processingParts,
  resourceParts,
  trainsetParts,
  uploadParts,
];

/** Knowledge boxes and what is in them. Needs `BusModule`. */
@Module({
  imports: [
    BlobStoreModule,
    IndexingModule,
    knowledgeBoxDatabase,
    KnowledgeBoxCatalogModule,
    KnowledgeBoxRowsModule,
    SearchSettingsModule,
    SecretsModule,
  ],
  controllers: [...folders, graphParts, taskParts].flatMap<Type>(({ controllers }) => controllers),
  providers: [bus, ...[...folders, graphParts].flatMap<Provider>(({ providers }) => providers)],
})
export class KnowledgeBoxModule {}
