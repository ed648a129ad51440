import { knowledgeBoxDatabase, KnowledgeBoxRowsModule } from '@lectern/knowledge-box-rows';
import { Module } from '@nestjs/common';
import { KnowledgeBoxReader } from './knowledge-box-reader';
import { KnowledgeBoxWriter } from './knowledge-box-writer';
import { KnowledgeBoxHandlers } from './knowledge-box.handlers';

/** Knowledge boxes themselves, without what is in them. Needs `BusModule`. */
@Module({
  imports: [knowledgeBoxDatabase, KnowledgeBoxRowsModule],
  controllers: [KnowledgeBoxHandlers],
  providers: [KnowledgeBoxReader, KnowledgeBoxWriter],
})
export class KnowledgeBoxCatalogModule {}
