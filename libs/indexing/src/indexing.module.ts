import { BlobStoreModule } from '@lectern/blob-store';
import { busFor } from '@lectern/bus';
import { resolveAccount } from '@lectern/contracts/accounts';
import { knowledgeBoxChanged, resourceProgressed } from '@lectern/contracts/knowledge-box';
import { purgeActivity } from '@lectern/contracts/search';
import {
  describeBoxEmbedders,
  describeModels,
  embedTexts,
  processField,
  purgeBoxConfiguration,
} from '@lectern/contracts/understanding';
import { KeywordIndexModule } from '@lectern/keyword-index';
import { knowledgeBoxDatabase, KnowledgeBoxRowsModule } from '@lectern/knowledge-box-rows';
import { VectorIndexModule } from '@lectern/vector-index';
import { Module, type Provider, type Type } from '@nestjs/common';
import { countersParts } from './counters/counters-parts';
import { ingestParts } from './ingest-parts';
import { IngestQueue } from './queue/ingest-queue';
import { LongFields } from './puts/long-fields';
import { ParagraphReader } from './puts/paragraph-reader';
import { IndexProbe } from './rebuild/index-probe';
import { rebuildParts } from './rebuild/rebuild-parts';
import { ResourceChanges } from './resource/resource-changes';
import { resourceParts } from './resource/resource-parts';
import { WaitingFindings } from './resource/waiting-findings';
import { vectorsetParts } from './vectorset/vectorset-parts';

const folders = [countersParts, ingestParts, rebuildParts, resourceParts, vectorsetParts];
const bus = busFor({
  calls: [
    describeBoxEmbedders,
    describeModels,
    embedTexts,
    processField,
    purgeActivity,
    purgeBoxConfiguration,
    resolveAccount,
  ],
  publishes: [knowledgeBoxChanged, resourceProgressed],
});

/** The way from a committed change into the indexes. Needs `BusModule`. */
@Module({
  imports: [
    BlobStoreModule,
    KeywordIndexModule.forRoot({ role: 'writer' }),
    VectorIndexModule.forRoot({ role: 'writer' }),
    knowledgeBoxDatabase,
    KnowledgeBoxRowsModule,
  ],
  controllers: [countersParts, ingestParts, rebuildParts, vectorsetParts].flatMap<Type>(
    ({ controllers }) => controllers,
  ),
  providers: [bus, ...folders.flatMap<Provider>(({ providers }) => providers)],
  exports: [IndexProbe, IngestQueue, LongFields, ParagraphReader, ResourceChanges, WaitingFindings],
})
export class IndexingModule {}
