import { withAncestors, metadataPart } from '@lectern/contracts/core';
import { foldedWords, foldText } from '@lectern/text';
import type { ResourceEntity } from './resource.entity';
import type { Classification } from '@lectern/contracts/knowledge-box';

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

const EXTENSION = /(?<=.)\.\p{L}[\p{L}\p{N}]{0,7}$/u;

/** `report.2026.pdf` becomes `report.2026`; names without an extension are unchanged. */
export function withoutExtension(filename: string): string {
  return filename.replace(EXTENSION, '');
}

/**
 * Names by which users know a resource: its title, then its file name with and without extension, without duplicates.
 */
export function namesOf({ title, origin }: Pick<ResourceEntity, 'title' | 'origin'>): readonly string[] {
  const filename = origin?.filename;
  return filename ? [...new Set([title, filename, withoutExtension(filename)])] : [title];
}

/** The members from which a resource's labels are derived. */
export type LabelledResource = Pick<ResourceEntity, 'classifications' | 'icon' | 'language' | 'languages' | 'origin'>;

/** The label paths of a resource for filters and facets, except for its status. */
export function resourceLabels(resource: LabelledResource): string[] {
  const { origin } = resource;
  return [
    ...resource.classifications.filter((one) => !one.cancelled_by_user).map(classificationPath),
    `/n/i/${resource.icon}`,
    ...(resource.language ? [`/s/p/${resource.language}`] : []),
    ...new Set([resource.language, ...resource.languages].filter(Boolean).map((language) => `/s/s/${language}`)),
    ...(origin?.tags ?? []).map((tag) => `/t/${tag}`),
    ...Object.entries(origin?.metadata ?? {}).map(
      ([key, value]) => `/m/${metadataPart(key)}/${metadataPart(String(value))}`,
    ),
    ...(origin?.path ? [`/p/${origin.path.replace(/^\/+/, '')}`] : []),
    ...(origin?.source_id ? [`/u/s/${origin.source_id}`] : []),
    ...(origin?.collaborators ?? []).map((collaborator) => `/u/o/${collaborator}`),
  ];
}

/** The label path of a classification. */
export function classificationPath({ labelset, label }: Pick<Classification, 'labelset' | 'label'>): string {
  return `/l/${labelset}/${label}`;
}
