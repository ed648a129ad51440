import { entityLabels, generatedFieldLabels } from '@lectern/contracts/core';

import type { FilteredContent } from '@lectern/filters';
import { letterOfFieldType } from '@lectern/contracts/knowledge-box';
import { fieldLabels, givenLabels, indexedResource, type LongField } from '@lectern/indexing';
import { fieldOfSplit, type ResourceEntity } from '@lectern/resource-store';

/**
 * A field with what filters know of it, by the rules of the indexes. A conversation has the names of its first message.
 */
export function filteredContent(resource: ResourceEntity, field: LongField): FilteredContent {
  const indexed = indexedResource(resource);
  const { letter, understood, count } = field;
  const id = fieldOfSplit(field.id);
  const augmentations = resource.augmentations.filter(
    (one) => letterOfFieldType[one.field.field_type] === letter && one.field.field === id,
  );
  const labels = [
    ...indexed.labels,
    ...(understood.mimeType ? [`/mt/${understood.mimeType}`] : []),
    ...entityLabels(understood.entities, count),
    ...generatedFieldLabels({ letter, id }),
    ...fieldLabels({ ...resource, augmentations }),
  ];
  const prefix = `${resource.id}/${letter}/${id}/`;
  const paragraphLabels = [...givenLabels(resource).ofParagraphs].flatMap(([key, own]) =>
    key.startsWith(prefix) ? own : [],
  );
  return { resource: indexed, field: { letter, id, understood }, labels, paragraphLabels };
}
