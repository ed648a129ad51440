import { busFor } from '@lectern/bus';
import { resolveAccount } from '@lectern/contracts/accounts';
import { recordActivity } from '@lectern/contracts/search';
import { IndexingModule, DeletionReceiptModule } from '@lectern/indexing';
import { AccountBlocks, BoxStock, ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { DeletionModule } from '../deletion/deletion.module';
import { ConversationModule } from '../conversation/conversation.module';
import { FieldModule } from '../field/field.module';
import { KvSchemaModule } from '../kv-schema/kv-schema.module';
import { FieldAnswers, FieldHandlers } from './field.handlers';
import { UploadLimits } from '../file/upload-limits';
import { FieldGuards } from './field-guards';
import { ListedResources } from './listed-resources';
import { ResourceFindings } from './resource-findings';
import { ResourceFindingsHandlers } from './resource-findings.handlers';
import { ResourceReader } from './resource-reader';
import { ResourceRemover } from './resource-remover';
import { ResourceReprocessor } from './resource-reprocessor';
import { ResourceVisibility } from './resource-visibility';
import { ResourceWriter } from './resource-writer';
import { ResourceHandlers } from './resource.handlers';
import { TextReader } from './text-reader';
import { TextHandlers } from './text.handlers';
import { VisibleResourcesHandlers } from './visible-resources.handlers';
import { VisitedResources } from './visited-resources';
import { VisitedResourcesHandlers } from './visited-resources.handlers';
import { WholeResourceReader } from './whole-resource-reader';
import { ResourceAccessRepository } from './resource-access.repository';

const bus = busFor({ calls: [recordActivity, resolveAccount] });

/** Resources. */
@Module({
  imports: [
    knowledgeBoxDatabase,
    ResourceStoreModule,
    DeletionModule,
    DeletionReceiptModule,
    IndexingModule,
    ConversationModule,
    FieldModule,
    KvSchemaModule,
  ],
  controllers: [
    FieldAnswers,
    FieldHandlers,
    ResourceFindingsHandlers,
    ResourceHandlers,
    TextHandlers,
    VisibleResourcesHandlers,
    VisitedResourcesHandlers,
  ],
  providers: [
    ResourceAccessRepository,
    AccountBlocks,
    BoxStock,
    bus,
    FieldGuards,
    ListedResources,
    ResourceFindings,
    ResourceReader,
    ResourceRemover,
    ResourceReprocessor,
    ResourceVisibility,
    ResourceWriter,
    TextReader,
    UploadLimits,
    VisitedResources,
    WholeResourceReader,
  ],
  exports: [BoxStock, ListedResources, ResourceWriter, UploadLimits],
})
export class ResourceModule {}
