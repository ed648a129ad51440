import { type Classification, fieldTypes, type Resource, type ResourceShow } from '@lectern/contracts/knowledge-box';
import type { AugmentedResource, ResourceAugment } from '@lectern/contracts/search';
import type { Projection } from '../results/box-resources';

const parts = ['origin', 'extra', 'relations', 'values', 'errors', 'security'] as const satisfies ResourceShow[];

/** How much of the resources must be read. */
export function augmentProjection(wanted: ResourceAugment): Projection {
  const extracted = [
    ...(wanted.extracted_text ? (['text'] as const) : []),
    ...(wanted.extracted_metadata ? (['metadata'] as const) : []),
    ...(wanted.extracted_shortened_metadata ? (['shortened_metadata'] as const) : []),
    ...(wanted.extracted_vectors ? (['vectors'] as const) : []),
    ...(wanted.extracted_link ? (['link'] as const) : []),
    ...(wanted.extracted_file ? (['file'] as const) : []),
  ];
  const show: ResourceShow[] = ['basic', ...parts.filter((part) => wanted[part])];
  if (extracted.length > 0) show.push('extracted');
  return { show, field_type_filter: wanted.field_type_filter ?? [...fieldTypes], extracted };
}

/** What the request asks for of a resource. */
export function augmentedResource(found: Resource, wanted: ResourceAugment): AugmentedResource {
  const labels = wanted.classification_labels && {
    classification_labels: byLabelset(found.usermetadata?.classifications ?? []),
  };
  if (wanted.basic) return { ...found, ...labels };
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
    ...labels,
  };
}

/** Those that users gave and did not take back. */
function byLabelset(classifications: readonly Classification[]): Readonly<Record<string, readonly string[]>> {
  const given = classifications.filter(({ cancelled_by_user: isCancelled }) => !isCancelled);
  const labelsets = [...new Set(given.map(({ labelset }) => labelset))];
  return Object.fromEntries(
    labelsets.map((one) => [one, given.filter(({ labelset }) => labelset === one).map(({ label }) => label)]),
  );
}
