import { BlobStoreModule } from '@lectern/blob-store';
import { IndexingModule } from '@lectern/indexing';
import { KnowledgeBoxRowsModule, knowledgeBoxDatabase } from '@lectern/knowledge-box-rows';
import { Module } from '@nestjs/common';
import { ConversationModule } from '../conversation/conversation.module';
import { FieldReader } from './field-reader';
import { FieldRemover } from './field-remover';
import { FieldWriter } from './field-writer';
import { LargeFields } from './large-fields';

/** Fields of resources. */
@Module({
  imports: [knowledgeBoxDatabase, KnowledgeBoxRowsModule, BlobStoreModule, IndexingModule, ConversationModule],
  providers: [FieldReader, FieldRemover, FieldWriter, LargeFields],
  exports: [FieldReader, FieldRemover, FieldWriter],
})
export class FieldModule {}
