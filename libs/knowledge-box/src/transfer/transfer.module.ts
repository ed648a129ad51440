import { BlobStoreModule } from '@lectern/blob-store';
import { busFor } from '@lectern/bus';
import { resolveUser } from '@lectern/contracts/accounts';
import { accessChanged } from '@lectern/contracts/core';
import {
  knowledgeBoxChanged,
  labelsetsChanged,
  searchConfigurationChanged,
  synonymsChanged,
} from '@lectern/contracts/knowledge-box';
import {
  describeBoxEmbedders,
  describeModels,
  readBoxConfiguration,
  readBoxStrategies,
  storeBoxStrategy,
} from '@lectern/contracts/understanding';
import { IndexingModule } from '@lectern/indexing';
import { knowledgeBoxDatabase, KnowledgeBoxRowsModule } from '@lectern/knowledge-box-rows';
import { Module } from '@nestjs/common';
import { backupParts } from '../backup/backup-parts';
import { KnowledgeBoxCatalogModule } from '../knowledge-box/knowledge-box-catalog.module';
import { transferParts } from './transfer-parts';

const bus = busFor({
  calls: [describeBoxEmbedders, describeModels, readBoxConfiguration, readBoxStrategies, resolveUser, storeBoxStrategy],
  publishes: [accessChanged, knowledgeBoxChanged, labelsetsChanged, searchConfigurationChanged, synonymsChanged],
});

/** Whole knowledge boxes in files: exports, imports and backups. Needs `BusModule`. */
@Module({
  imports: [BlobStoreModule, IndexingModule, knowledgeBoxDatabase, KnowledgeBoxCatalogModule, KnowledgeBoxRowsModule],
  controllers: [...transferParts.controllers, ...backupParts.controllers],
  providers: [bus, ...transferParts.providers, ...backupParts.providers],
})
export class TransferModule {}
