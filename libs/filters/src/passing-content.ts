import { type IndexFilter, type IndexedResource, labelPath } from '@lectern/contracts/core';
import type { FieldLetter } from '@lectern/contracts/knowledge-box';

/** A field in the form that filters evaluate. */
export interface FilteredContent {
  readonly resource: IndexedResource;
  readonly field: {
    readonly letter: FieldLetter;
    readonly id: string;
    readonly understood: { readonly language: string };
  };
  /** Labels of the resource and of the field. */
  readonly labels: readonly string[];
  /** Labels given to paragraphs of the field. */
  readonly paragraphLabels: readonly string[];
}

/** Whether a field matches, by the rules of the indexes. */
export function passesIndexFilter(filter: IndexFilter, of: FilteredContent): boolean {
  const { resource, field } = of;
  if ('all' in filter) return filter.all.every((part) => passesIndexFilter(part, of));
  if ('any' in filter) return filter.any.some((part) => passesIndexFilter(part, of));
  if ('not' in filter) return !passesIndexFilter(filter.not, of);
  if ('label' in filter) return hasLabel(filter.of === 'paragraph' ? of.paragraphLabels : of.labels, filter.label);
  if ('resources' in filter) return filter.resources.includes(resource.rid);
  if ('fields' in filter) return filter.fields.some((name) => isField(name, field));
  if ('resourceFields' in filter) return filter.resourceFields.includes(`${resource.rid}/${field.letter}/${field.id}`);
  if ('date' in filter) {
    const ms = filter.date === 'created' ? resource.createdMs : resource.modifiedMs;
    return ms >= (filter.sinceMs ?? -Infinity) && ms <= (filter.untilMs ?? Infinity);
  }
  if ('visibleTo' in filter) {
    return resource.groups.length === 0 || resource.groups.some((group) => filter.visibleTo.includes(group));
  }
  if ('hidden' in filter) return resource.hidden === filter.hidden;
  return field.understood.language === filter.language;
}

function isField(name: string, { letter, id }: FilteredContent['field']): boolean {
  return name === letter || name === `${letter}/${id}`;
}

/** A label itself, or one below it. */
export function hasLabel(labels: readonly string[], wanted: string): boolean {
  const path = labelPath(wanted);
  return path === '' || labels.some((label) => labelPath(label) === path || labelPath(label).startsWith(`${path}/`));
}
