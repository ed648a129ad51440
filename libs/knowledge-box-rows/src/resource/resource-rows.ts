import { ResourceEntity } from './resource.entity';
import { ResourceRepository } from './resource.repository';
import { WaitingResourceRepository } from './waiting-resource.repository';

/** Resources. */
export const resourceRows = {
  entities: [ResourceEntity],
  providers: [ResourceRepository, WaitingResourceRepository],
};
