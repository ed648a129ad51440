import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { BoxNames } from './box-names';
import { EntityNames } from './entity-names.service';
import { GraphHandlers } from './graph.handlers';

/** Entity names of the knowledge graph. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule],
  controllers: [GraphHandlers],
  providers: [BoxNames, EntityNames],
})
export class GraphModule {}
