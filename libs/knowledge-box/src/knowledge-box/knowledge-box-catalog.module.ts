import { busFor } from '@lectern/bus';
import { resolveUser } from '@lectern/contracts/accounts';
import { accessChanged } from '@lectern/contracts/core';
import { knowledgeBoxChanged, readQuota } from '@lectern/contracts/knowledge-box';
import {
  configureNewBox,
  describeBoxEmbedders,
  describeModels,
  purgeBoxConfiguration,
} from '@lectern/contracts/understanding';
import { knowledgeBoxDatabase, ResourceStoreModule } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { NuaClientModule, UserModule } from '@lectern/access';
import { KnowledgeBoxReader } from './knowledge-box-reader';
import { KnowledgeBoxWriter } from './knowledge-box-writer';
import { KnowledgeBoxAnswers, KnowledgeBoxHandlers } from './knowledge-box.handlers';

const bus = busFor({
  calls: [configureNewBox, describeBoxEmbedders, describeModels, purgeBoxConfiguration, readQuota, resolveUser],
  publishes: [accessChanged, knowledgeBoxChanged],
});

/** Knowledge boxes without their content. Needs `BusModule`. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, UserModule, NuaClientModule],
  controllers: [KnowledgeBoxAnswers, KnowledgeBoxHandlers],
  providers: [bus, KnowledgeBoxReader, KnowledgeBoxWriter],
  exports: [KnowledgeBoxWriter],
})
export class KnowledgeBoxCatalogModule {}
