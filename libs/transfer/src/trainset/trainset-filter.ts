import { AppError, type IndexFilter, type IndexedResource, labelPath } from '@lectern/contracts/core';
import { type TrainsetPayload, type TrainsetType, trainsetTypes } from '@lectern/contracts/knowledge-box';
import type { LongField } from '@lectern/indexing';

/** A field in the form that filters evaluate. */
export interface FilteredField {
  readonly resource: IndexedResource;
  readonly field: Pick<LongField, 'letter' | 'id'> & { readonly understood: Pick<LongField['understood'], 'language'> };
  /** Labels of the resource and of the field. */
  readonly labels: readonly string[];
  /** Labels given by users to paragraphs of the field. */
  readonly paragraphLabels: readonly string[];
}

/**
 * The requested type and filter, which must match each other.
 *
 * @throws AppError `invalid_request`
 */
export function checkedType({ type, filter, filter_expression: expression }: TrainsetPayload): TrainsetType {
  const name = trainsetTypes[type] ?? 'FIELD_STREAMING';
  const labels = filter?.labels.length ?? 0;
  if (name !== 'FIELD_STREAMING' && expression !== undefined && expression !== null) {
    throw new AppError('invalid_request', `filter_expression is only for type 7, FIELD_STREAMING`);
  }
  if (name === 'PARAGRAPH_CLASSIFICATION' && labels !== 1) {
    throw new AppError('invalid_request', 'PARAGRAPH_CLASSIFICATION needs exactly one label in its filter');
  }
  if ((name === 'FIELD_CLASSIFICATION' || name === 'SENTENCE_CLASSIFICATION') && labels === 0) {
    throw new AppError('invalid_request', `${name} needs a label in its filter`);
  }
  return name;
}

/** Types that select by labels themselves: paragraphs have labels of their own, tokens have entity types. */
const choosingTypes: ReadonlySet<TrainsetType> = new Set([
  'PARAGRAPH_CLASSIFICATION',
  'SENTENCE_CLASSIFICATION',
  'TOKEN_CLASSIFICATION',
  'PARAGRAPH_STREAMING',
]);

/** Converts the lists of a request to a filter of fields. FIELD_CLASSIFICATION uses its first label only. */
export function listsFilter({ filter }: TrainsetPayload, type: TrainsetType): IndexFilter {
  if (!filter) return { all: [] };
  const wanted = type === 'FIELD_CLASSIFICATION' ? filter.labels.slice(0, 1) : filter.labels;
  const labelled = (prefix: string, values: readonly string[]): IndexFilter[] =>
    values.length === 0 ? [] : [{ any: values.map((value) => ({ label: `/${prefix}/${value.replace(/^\/+/, '')}` })) }];
  return {
    all: [
      ...(choosingTypes.has(type) ? [] : labelled('l', wanted)),
      ...labelled('p', filter.paths),
      ...labelled('t', filter.tags),
      ...labelled('n/i', filter.icons),
      ...labelled('m', filter.metadata),
      ...labelled('e', filter.entities),
      ...labelled('n/s', filter.status),
      ...(filter.rids.length > 0
        ? [{ resources: filter.rids.map((rid) => rid.replaceAll('-', '').toLowerCase()) }]
        : []),
      ...(filter.fields.length > 0 ? [{ fields: filter.fields.map((field) => field.replace(/^\/+/, '')) }] : []),
    ],
  };
}

/** @throws AppError `invalid_request` for filters by paragraph kind, because a field may have several kinds */
export function refuseKinds(filter: IndexFilter): void {
  if ('all' in filter) filter.all.forEach(refuseKinds);
  else if ('any' in filter) filter.any.forEach(refuseKinds);
  else if ('not' in filter) refuseKinds(filter.not);
  else if ('label' in filter && filter.label.startsWith('/k/')) {
    throw new AppError('invalid_request', 'Training sets by the kind of paragraphs are not supported by this version');
  }
}

/** Whether a field matches, by the rules of the indexes. */
export function passes(filter: IndexFilter, of: FilteredField): boolean {
  const { resource, field } = of;
  if ('all' in filter) return filter.all.every((part) => passes(part, of));
  if ('any' in filter) return filter.any.some((part) => passes(part, of));
  if ('not' in filter) return !passes(filter.not, of);
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

function isField(name: string, { letter, id }: FilteredField['field']): boolean {
  return name === letter || name === `${letter}/${id}`;
}

/** A label itself, or one below it. */
export function hasLabel(labels: readonly string[], wanted: string): boolean {
  const path = labelPath(wanted);
  return path === '' || labels.some((label) => labelPath(label) === path || labelPath(label).startsWith(`${path}/`));
}
