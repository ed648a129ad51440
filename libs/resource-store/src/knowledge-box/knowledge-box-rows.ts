import { KnowledgeBoxEntity } from './knowledge-box.entity';
import { KnowledgeBoxRepository } from './knowledge-box.repository';

/** Knowledge boxes. */
export const knowledgeBoxRows = {
  entities: [KnowledgeBoxEntity],
  providers: [KnowledgeBoxRepository],
};
