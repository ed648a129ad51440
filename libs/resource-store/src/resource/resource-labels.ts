import { metadataPart } from '@lectern/contracts/core';
import type { Classification } from '@lectern/contracts/knowledge-box';
import type { ResourceEntity } from './resource.entity';

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
