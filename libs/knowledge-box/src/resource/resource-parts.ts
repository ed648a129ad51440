import { ListedResources } from './listed-resources';
import { ResourceFindings } from './resource-findings';
import { ResourceFindingsHandlers } from './resource-findings.handlers';
import { ResourceReader } from './resource-reader';
import { ResourceRemover } from './resource-remover';
import { ResourceReprocessor } from './resource-reprocessor';
import { ResourceWriter } from './resource-writer';
import { ResourceHandlers } from './resource.handlers';
import { TextHandlers } from './text.handlers';
import { TextReader } from './text-reader';
import { ResourceVisibility } from './resource-visibility';
import { VisibleResourcesHandlers } from './visible-resources.handlers';
import { VisitedResources } from './visited-resources';
import { VisitedResourcesHandlers } from './visited-resources.handlers';
import { WholeResourceReader } from './whole-resource-reader';

/** Resources. */
export const resourceParts = {
  controllers: [
    ResourceFindingsHandlers,
    ResourceHandlers,
    TextHandlers,
    VisibleResourcesHandlers,
    VisitedResourcesHandlers,
  ],
  providers: [
    ListedResources,
    ResourceFindings,
    ResourceReader,
    ResourceRemover,
    ResourceReprocessor,
    ResourceWriter,
    TextReader,
    ResourceVisibility,
    VisitedResources,
    WholeResourceReader,
  ],
};
