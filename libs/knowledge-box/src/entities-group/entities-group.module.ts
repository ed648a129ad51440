import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { EntitiesGroupHandlers } from './entities-group.handlers';
import { EntitiesGroupService } from './entities-group.service';
import { EntityRepository } from './entity.repository';

/** Entities mentioned in fields. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule],
  controllers: [EntitiesGroupHandlers],
  providers: [EntityRepository, EntitiesGroupService],
})
export class EntitiesGroupModule {}
