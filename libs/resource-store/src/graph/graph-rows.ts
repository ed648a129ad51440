import { EntityNamesRepository } from './entity-names.repository';
import { EntityRelationsRepository } from './entity-relations.repository';
import { GraphEdgeEntity } from './graph-edge.entity';
import { GraphNamesRepository } from './graph-names.repository';
import { GraphRepository } from './graph.repository';

/** The knowledge graph. */
export const graphRows = {
  entities: [GraphEdgeEntity],
  providers: [EntityNamesRepository, EntityRelationsRepository, GraphNamesRepository, GraphRepository],
};
