import { BlobStoreModule } from '@lectern/blob-store';
import { busFor } from '@lectern/bus';
import { resolveAccount } from '@lectern/contracts/accounts';
import { IndexingModule } from '@lectern/indexing';
import { AccountBlocks, BoxStock, ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { AttachmentReader } from './attachment-reader';
import { ConversationReader } from './conversation-reader';
import { ConversationWriter } from './conversation-writer';
import { ConversationHandlers } from './conversation.handlers';
import { MessageReader } from './message-reader';
import { MessageWriter } from './message-writer';

/** Messages in conversation fields. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, BlobStoreModule, IndexingModule],
  controllers: [ConversationHandlers],
  providers: [
    busFor({ calls: [resolveAccount] }),
    AccountBlocks,
    AttachmentReader,
    BoxStock,
    ConversationReader,
    ConversationWriter,
    MessageReader,
    MessageWriter,
  ],
  exports: [ConversationReader, MessageWriter],
})
export class ConversationModule {}
