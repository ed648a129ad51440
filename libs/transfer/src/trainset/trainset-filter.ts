import { AppError, type IndexFilter } from '@lectern/contracts/core';
import { type TrainsetPayload, type TrainsetType, trainsetTypes } from '@lectern/contracts/knowledge-box';

export { type FilteredContent as FilteredField, hasLabel, passesIndexFilter as passes } from '@lectern/filters';

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
