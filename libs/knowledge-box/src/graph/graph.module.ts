import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { BoxNames } from './box-names';
import { EntityNames } from './entity-names.service';
import { GraphAnswers, GraphHandlers } from './graph.handlers';
import { EntityNamesRepository } from './entity-names.repository';
import { EntityRelationsRepository } from './entity-relations.repository';
import { GraphNamesRepository } from './graph-names.repository';
import { GraphRepository } from './graph.repository';

/** Entity names of the knowledge graph. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule],
  controllers: [GraphAnswers, GraphHandlers],
  providers: [
    EntityNamesRepository,
    EntityRelationsRepository,
    GraphNamesRepository,
    GraphRepository,
    BoxNames,
    EntityNames,
  ],
})
export class GraphModule {}
