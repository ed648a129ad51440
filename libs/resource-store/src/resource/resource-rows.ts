import { ContentCountRepository } from './content-count.repository';
import { ResourceAccessRepository } from './resource-access.repository';
import { ResourceViewRepository } from './resource-view.repository';
import { ResourceEntity } from './resource.entity';
import { ResourceRepository } from './resource.repository';
import { WaitingResourceRepository } from './waiting-resource.repository';

/** Resources. */
export const resourceRows = {
  entities: [ResourceEntity],
  providers: [
    ContentCountRepository,
    ResourceAccessRepository,
    ResourceRepository,
    ResourceViewRepository,
    WaitingResourceRepository,
  ],
};
