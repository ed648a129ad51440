import { busFor } from '@lectern/bus';
import { resolveAccount } from '@lectern/contracts/accounts';
import { processField } from '@lectern/contracts/understanding';
import { AccountBlocks, ResourceStoreModule, SpentLimits, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { IngestQueueModule } from '../queue/ingest-queue.module';
import { ResourceChangesModule } from '../resource/resource-changes.module';
import { BlockedProcessing } from './blocked-processing';
import { ConversationReading } from './conversation-reading';
import { FieldReading } from './field-reading';
import { FieldUnderstanding } from './field-understanding';
import { MessageUnderstanding } from './message-understanding';
import { ProcessingRecorder } from './processing-recorder';
import { ResourceLoader } from './resource-loader';

const bus = busFor({ calls: [processField, resolveAccount] });

/** Reads the contents of fields and stores the results. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, IngestQueueModule, ResourceChangesModule],
  providers: [
    bus,
    AccountBlocks,
    BlockedProcessing,
    ConversationReading,
    FieldReading,
    FieldUnderstanding,
    MessageUnderstanding,
    ProcessingRecorder,
    ResourceLoader,
    SpentLimits,
  ],
  exports: [BlockedProcessing, FieldReading, FieldUnderstanding, ProcessingRecorder, ResourceLoader],
})
export class FieldProcessingModule {}
