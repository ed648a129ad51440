import { AppError, type IndexFilter, fieldLabelPaths, type LabelOwner, carriedPath } from '@lectern/contracts/core';
import type { Types } from '@opensearch-project/opensearch';
import { OWN_LABELS, ownPath, resourcePath } from './label-owner';

export type EngineQuery = Types.Common_QueryDsl.QueryContainer;

/** The same limit as in the embedded engine. */
export const FILTER_DEPTH_MAX = 56;
/** The engine accepts 65,536 values per list. */
const VALUES_MAX = 60_000;

export const paragraphsOnly: EngineQuery = { term: { entry: 'paragraph' } };
const everything: EngineQuery = { match_all: {} };
const nothing: EngineQuery = { match_none: {} };

/**
 * Converts a filter into a query without scores.
 *
 * @throws AppError `invalid_request` when it is nested deeper than `FILTER_DEPTH_MAX` or a date is no number
 */
export function filterQuery(filter: IndexFilter, depth = 0): EngineQuery {
  if (depth > FILTER_DEPTH_MAX)
    throw new AppError('invalid_request', `A filter is nested at most ${FILTER_DEPTH_MAX} deep`);
  if ('all' in filter) return all(filter.all.map((part) => filterQuery(part, depth + 1)));
  if ('any' in filter) return anyOf(filter.any, depth + 1);
  if ('not' in filter) return { bool: { must_not: [filterQuery(filter.not, depth + 1)] } };
  if ('label' in filter) return labelsQuery([carriedPath(filter)], filter.of);
  if ('resources' in filter) return anyTerm('rid', filter.resources);
  if ('fields' in filter) return anyTerm('fields', filter.fields);
  if ('resourceFields' in filter) return resourceFieldsQuery(filter.resourceFields);
  if ('date' in filter) return dateQuery(filter.date, filter.sinceMs, filter.untilMs);
  if ('visibleTo' in filter) return any([{ term: { public: true } }, anyTerm('groups', filter.visibleTo)]);
  if ('hidden' in filter) return { term: { hidden: filter.hidden } };
  return { term: { language: filter.language } };
}

function all(parts: readonly EngineQuery[]): EngineQuery {
  const [only] = parts;
  if (!only) return everything;
  return parts.length === 1 ? only : { bool: { filter: [...parts] } };
}

function any(parts: readonly EngineQuery[]): EngineQuery {
  const [only] = parts;
  if (!only) return nothing;
  return parts.length === 1 ? only : { bool: { should: [...parts], minimum_should_match: 1 } };
}

/** Many labels become one list: the engine accepts 1,024 clauses, but many more values. */
function anyOf(filters: readonly IndexFilter[], depth: number): EngineQuery {
  const byOwner = Map.groupBy(
    filters.flatMap((filter) => ('label' in filter ? [filter] : [])),
    ({ of }) => of,
  );
  const labels = [...byOwner].map(([of, own]) => labelsQuery(own.map(carriedPath), of));
  const others = filters.filter((filter) => !('label' in filter));
  return any([...labels, ...others.map((part) => filterQuery(part, depth))]);
}

/**
 * Matches one of these labels. Documents without own labels of the paragraph do not record the owner of their labels.
 */
function labelsQuery(paths: readonly string[], of?: LabelOwner): EngineQuery {
  if (paths.includes('')) return everything;
  if (of === 'paragraph') return anyTerm('labels', paths.map(ownPath));
  const either = anyTerm('labels', paths);
  if (!of) return either;
  const ofResourceOnly = { bool: { filter: [either], must_not: [{ term: { labels: OWN_LABELS } }] } };
  const ofField = paths.flatMap(fieldLabelPaths);
  return any([anyTerm('labels', [...paths.map(resourcePath), ...ofField]), ofResourceOnly]);
}

export function anyTerm(field: string, values: readonly string[]): EngineQuery {
  const lists: EngineQuery[] = [];
  for (let from = 0; from < values.length; from += VALUES_MAX)
    lists.push({ terms: { [field]: values.slice(from, from + VALUES_MAX) } });
  return any(lists);
}

/** One clause per distinct field, regardless of the number of resources. */
function resourceFieldsQuery(resourceFields: readonly string[]): EngineQuery {
  const paths = resourceFields.filter((path) => path.includes('/'));
  const byField = Map.groupBy(paths, (path) => path.slice(path.indexOf('/') + 1));
  return any(
    [...byField].map(([field, ofField]) =>
      all([
        { term: { fields: field } },
        anyTerm(
          'rid',
          ofField.map((path) => path.slice(0, path.indexOf('/'))),
        ),
      ]),
    ),
  );
}

function dateQuery(field: 'created' | 'modified', sinceMs?: number, untilMs?: number): EngineQuery {
  if (sinceMs === undefined && untilMs === undefined) return everything;
  for (const bound of [sinceMs, untilMs])
    if (bound !== undefined && !Number.isFinite(bound))
      throw new AppError('invalid_request', 'A date is a finite number of milliseconds');
  const gte = sinceMs === undefined ? undefined : Math.ceil(sinceMs);
  const lte = untilMs === undefined ? undefined : Math.floor(untilMs);
  return { range: { [field]: { gte, lte } } };
}
