import { KnowledgeBoxRowsModule, knowledgeBoxDatabase } from '@lectern/knowledge-box-rows';
import { Module } from '@nestjs/common';
import { BoxNames } from './box-names';
import { EntityNames } from './entity-names.service';
import { GraphHandlers } from './graph.handlers';

/** Entity names of the knowledge graph. */
@Module({
  imports: [knowledgeBoxDatabase, KnowledgeBoxRowsModule],
  controllers: [GraphHandlers],
  providers: [BoxNames, EntityNames],
})
export class GraphModule {}
