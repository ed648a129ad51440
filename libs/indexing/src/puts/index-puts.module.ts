import { busFor } from '@lectern/bus';
import { resourceProgressed } from '@lectern/contracts/knowledge-box';
import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { keywordIndexes, vectorIndexes } from '../index-engines';
import { FieldProcessingModule } from '../processing/field-processing.module';
import { AddedMessages } from './added-messages';
import { IndexExtender } from './index-extender';
import { IndexWriter } from './index-writer';
import { IndexingProgress } from './indexing-progress';
import { LongFields } from './long-fields';
import { ParagraphReader } from './paragraph-reader';
import { ResourceIndexing } from './resource-indexing';
import { VectorsetWriter } from './vectorset-writer';

const bus = busFor({ publishes: [resourceProgressed] });

/** Writes to the indexes. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, keywordIndexes, vectorIndexes, FieldProcessingModule],
  providers: [
    bus,
    AddedMessages,
    IndexExtender,
    IndexWriter,
    IndexingProgress,
    LongFields,
    ParagraphReader,
    ResourceIndexing,
    VectorsetWriter,
  ],
  exports: [IndexExtender, IndexWriter, IndexingProgress, LongFields, ParagraphReader, ResourceIndexing],
})
export class IndexPutsModule {}
