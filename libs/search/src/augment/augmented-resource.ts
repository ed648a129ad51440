import { fieldTypes, type Resource, type ResourceShow } from '@lectern/contracts/knowledge-box';
import type { ResourceAugment } from '@lectern/contracts/search';
import type { Projection } from '../results/box-resources';

const parts = ['origin', 'extra', 'relations', 'values', 'errors', 'security'] as const satisfies ResourceShow[];

/** How much of the resources must be read. */
export function augmentProjection(wanted: ResourceAugment): Projection {
  const extracted = [
    ...(wanted.extracted_text ? (['text'] as const) : []),
    ...(wanted.extracted_metadata ? (['metadata'] as const) : []),
  ];
  const show: ResourceShow[] = ['basic', ...parts.filter((part) => wanted[part])];
  if (extracted.length > 0) show.push('extracted');
  return { show, field_type_filter: wanted.field_type_filter ?? [...fieldTypes], extracted };
}

/** What the request asks for of a resource. */
export function augmentedResource(found: Resource, wanted: ResourceAugment): Resource {
  if (wanted.basic) return found;
  const { id, title, summary, origin, extra, relations, security, data } = found;
  return {
    id,
    ...(wanted.title && { title }),
    ...(wanted.summary && { summary }),
    ...(origin && { origin }),
    ...(extra && { extra }),
    ...(relations && { relations }),
    ...(security && { security }),
    ...(data && { data }),
  };
}
