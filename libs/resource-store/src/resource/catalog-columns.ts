import { withAncestors } from '@lectern/contracts/core';
import { foldedWords, foldText } from '@lectern/text';
import { namesOf } from './resource-names';
import type { ResourceEntity } from './resource.entity';
import { type LabelledResource, resourceLabels } from './resource-labels';

/** Derived columns by which the catalog filters and sorts resources. */
export interface CatalogColumns {
  readonly labels: string[];
  /** The title and the file names, one per line; the title comes first, so it determines the order. */
  readonly titleKey: string;
  readonly titleWords: string[];
}

/** Computes the derived columns. */
export function catalogColumns(resource: LabelledResource & Pick<ResourceEntity, 'title'>): CatalogColumns {
  const titleKey = namesOf(resource).map(foldedLine).join('\n');
  return {
    labels: [...new Set(resourceLabels(resource).flatMap(withAncestors))],
    titleKey,
    // `port_rules` matches as written and by its words.
    titleWords: [...new Set([...foldedWords(titleKey), ...foldedWords(titleKey.replaceAll('_', ' '))])],
  };
}

function foldedLine(name: string): string {
  return foldText(name.replace(/\s+/g, ' '));
}

/** A resource in its stored form. */
export function withCatalogColumns(resource: ResourceEntity): ResourceEntity {
  return { ...resource, ...catalogColumns(resource) };
}
