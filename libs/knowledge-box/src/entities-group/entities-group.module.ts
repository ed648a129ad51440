import { KnowledgeBoxRowsModule, knowledgeBoxDatabase } from '@lectern/knowledge-box-rows';
import { Module } from '@nestjs/common';
import { EntitiesGroupHandlers } from './entities-group.handlers';
import { EntitiesGroupService } from './entities-group.service';

/** Entities mentioned in fields. */
@Module({
  imports: [knowledgeBoxDatabase, KnowledgeBoxRowsModule],
  controllers: [EntitiesGroupHandlers],
  providers: [EntitiesGroupService],
})
export class EntitiesGroupModule {}
