import { AugmentedFieldsModule } from './augmentation/augmented-fields.module';
import { BlobSweepModule } from './blob-sweep/blob-sweep.module';
import { CatalogModule } from './catalog/catalog.module';
import { ChangeModule } from './change/change.module';
import { ConversationModule } from './conversation/conversation.module';
import { DeletionModule } from './deletion/deletion.module';
import { EntitiesGroupModule } from './entities-group/entities-group.module';
import { FieldModule } from './field/field.module';
import { FormerAccountModule } from './former-account/former-account.module';
import { GraphModule } from './graph/graph.module';
import { KvSchemaModule } from './kv-schema/kv-schema.module';
import { LabelsetModule } from './labelset/labelset.module';
import { NotificationModule } from './notification/notification.module';
import { ProcessingStatusModule } from './processing/processing-status.module';
import { ResourceModule } from './resource/resource.module';
import { TaskModule } from './task/task.module';
import { UploadModule } from './upload/upload.module';
import { KnowledgeBoxCatalogModule } from './knowledge-box/knowledge-box-catalog.module';
import { SearchSettingsModule } from './search-settings/search-settings.module';
import { Module } from '@nestjs/common';

/** Knowledge boxes and their content. Needs `BusModule`. */
@Module({
  imports: [
    AugmentedFieldsModule,
    BlobSweepModule,
    CatalogModule,
    ChangeModule,
    ConversationModule,
    DeletionModule,
    EntitiesGroupModule,
    FieldModule,
    FormerAccountModule,
    GraphModule,
    KvSchemaModule,
    LabelsetModule,
    NotificationModule,
    ProcessingStatusModule,
    ResourceModule,
    TaskModule,
    UploadModule,
    KnowledgeBoxCatalogModule,
    SearchSettingsModule,
  ],
})
export class KnowledgeBoxModule {}
