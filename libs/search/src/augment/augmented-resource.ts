import { fieldTypes, type Resource, type ResourceShow } from '@lectern/contracts/knowledge-box';
import type { AugmentedResource, ResourceAugment } from '@lectern/contracts/search';
import { labelsBySet } from './augmented-field';
import type { Projection } from '../results/box-resources';

const parts = ['origin', 'extra', 'relations', 'values', 'errors', 'security'] as const satisfies ResourceShow[];

/** Parts of the resources to read. */
export function augmentProjection(wanted: ResourceAugment): Projection {
  const extracted = [
    ...(wanted.extracted_text ? (['text'] as const) : []),
    ...(wanted.extracted_metadata ? (['metadata'] as const) : []),
    ...(wanted.extracted_shortened_metadata ? (['shortened_metadata'] as const) : []),
    ...(wanted.extracted_vectors || wanted.extracted_vector ? (['vectors'] as const) : []),
    ...(wanted.extracted_large_metadata ? (['large_metadata'] as const) : []),
    ...(wanted.extracted_question_answers || wanted.extracted_qa ? (['question_answers'] as const) : []),
    ...(wanted.extracted_link ? (['link'] as const) : []),
    ...(wanted.extracted_file ? (['file'] as const) : []),
  ];
  const show: ResourceShow[] = ['basic', ...parts.filter((part) => wanted[part])];
  if (extracted.length > 0) show.push('extracted');
  return { show, field_type_filter: wanted.field_type_filter ?? [...fieldTypes], extracted };
}

/** The requested parts of a resource. */
export function augmentedResource(found: Resource, wanted: ResourceAugment): AugmentedResource {
  const { classifications = [] } = found.usermetadata ?? {};
  const labels = wanted.classification_labels && { classification_labels: labelsBySet(classifications) };
  if (wanted.basic) return { ...found, ...labels };
  const { id, title, summary, origin, extra, relations, security, data } = found;
  return {
    id,
    ...labels,
    ...(wanted.title && { title }),
    ...(wanted.summary && { summary }),
    ...(origin && { origin }),
    ...(extra && { extra }),
    ...(relations && { relations }),
    ...(security && { security }),
    ...(data && { data }),
  };
}
