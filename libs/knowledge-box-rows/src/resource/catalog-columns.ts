import { withAncestors } from '@lectern/contracts/core';
import { foldedWords, foldText } from '@lectern/text';
import { namesOf } from './resource-names';
import type { ResourceEntity } from './resource.entity';
import { type LabelledResource, resourceLabels } from './resource-labels';

/** What the catalog finds and orders resources by, besides what they say. */
export interface CatalogColumns {
  readonly labels: string[];
  /** The title and the names of its file, a line each: the title comes first, so that it is what orders them. */
  readonly titleKey: string;
  readonly titleWords: string[];
}

/** The columns that follow from the others. */
export function catalogColumns(resource: LabelledResource & Pick<ResourceEntity, 'title'>): CatalogColumns {
  const titleKey = namesOf(resource).map(foldedLine).join('\n');
  return {
    labels: [...new Set(resourceLabels(resource).flatMap(withAncestors))],
    titleKey,
    // `port_rules` is looked for as it is written, and by its words.
    titleWords: [...new Set([...foldedWords(titleKey), ...foldedWords(titleKey.replaceAll('_', ' '))])],
  };
}

function foldedLine(name: string): string {
  return foldText(name.replace(/\s+/g, ' '));
}

/** A resource as it is stored. */
export function withCatalogColumns(resource: ResourceEntity): ResourceEntity {
  return { ...resource, ...catalogColumns(resource) };
}
