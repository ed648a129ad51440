import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { ResourceModule } from '../resource/resource.module';
import { CatalogCounts } from './catalog-counts';
import { CatalogHandlers } from './catalog.handlers';
import { CatalogService } from './catalog.service';
import { CatalogRepository } from './catalog.repository';

/** Lists and counts resources by conditions. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, ResourceModule],
  controllers: [CatalogHandlers],
  providers: [CatalogRepository, CatalogCounts, CatalogService],
})
export class CatalogModule {}
