import { withAncestors } from '@lectern/contracts/core';
import { foldedWords, foldText } from '@lectern/text';
import type { ResourceEntity } from './resource.entity';
import { type LabelledResource, resourceLabels } from './resource-labels';

/** What the catalog finds and orders resources by, besides what they say. */
export interface CatalogColumns {
  readonly labels: string[];
  readonly titleKey: string;
  readonly titleWords: string[];
}

/** The columns that follow from the others. */
export function catalogColumns(resource: LabelledResource & Pick<ResourceEntity, 'title'>): CatalogColumns {
  const titleKey = foldText(resource.title);
  return {
    labels: [...new Set(resourceLabels(resource).flatMap(withAncestors))],
    titleKey,
    titleWords: [...new Set(foldedWords(titleKey))],
  };
}

/** A resource as it is stored. */
export function withCatalogColumns(resource: ResourceEntity): ResourceEntity {
  return { ...resource, ...catalogColumns(resource) };
}
