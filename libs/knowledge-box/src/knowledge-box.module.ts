import { BlobStoreModule } from '@lectern/blob-store';
import { IndexingModule } from '@lectern/indexing';
import { knowledgeBoxDatabase, KnowledgeBoxRowsModule } from '@lectern/knowledge-box-rows';
import { Module, type Provider, type Type } from '@nestjs/common';
import { changeParts } from './change/change-parts';
import { fieldParts } from './field/field-parts';
import { KnowledgeBoxCatalogModule } from './knowledge-box/knowledge-box-catalog.module';
import { processingParts } from './processing/processing-parts';
import { resourceParts } from './resource/resource-parts';
import { taskParts } from './task/task-parts';

/** Knowledge boxes and what is in them. Needs `BusModule`. */
@Module({
  imports: [BlobStoreModule, IndexingModule, knowledgeBoxDatabase, KnowledgeBoxCatalogModule, KnowledgeBoxRowsModule],
  controllers: [fieldParts, processingParts, resourceParts, taskParts].flatMap<Type>(({ controllers }) => controllers),
  providers: [changeParts, fieldParts, processingParts, resourceParts].flatMap<Provider>(({ providers }) => providers),
})
export class KnowledgeBoxModule {}
