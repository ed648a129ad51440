import { ListedResources } from './listed-resources';
import { ResourceReader } from './resource-reader';
import { ResourceRemover } from './resource-remover';
import { ResourceReprocessor } from './resource-reprocessor';
import { ResourceWriter } from './resource-writer';
import { ResourceHandlers } from './resource.handlers';
import { VisitedResources } from './visited-resources';
import { VisitedResourcesHandlers } from './visited-resources.handlers';

/** Resources. */
export const resourceParts = {
  controllers: [ResourceHandlers, VisitedResourcesHandlers],
  providers: [ListedResources, ResourceReader, ResourceRemover, ResourceReprocessor, ResourceWriter, VisitedResources],
};
