import { BlobStoreModule } from '@lectern/blob-store';
import { IndexingModule } from '@lectern/indexing';
import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { ConversationModule } from '../conversation/conversation.module';
import { FieldReader } from './field-reader';
import { FieldRemover } from './field-remover';
import { FieldWriter } from './field-writer';
import { LargeFields } from './large-fields';

/** Fields of resources. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, BlobStoreModule, IndexingModule, ConversationModule],
  providers: [FieldReader, FieldRemover, FieldWriter, LargeFields],
  exports: [FieldReader, FieldRemover, FieldWriter],
})
export class FieldModule {}
