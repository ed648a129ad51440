import { AppError, type IndexFilter, fieldLabelPaths, type LabelOwner, carriedPath } from '@lectern/contracts/core';
import type { Condition, Filter } from './qdrant-connection';

/** Qdrant's own nesting limit is at about 60 of our levels. */
export const FILTER_DEPTH_MAX = 56;

const everything: Filter = { must: [] };
const nothing: Filter = { must: [{ has_id: [] }] };
const rid = /^[0-9a-f]{32}$/;

/**
 * Converts a filter into a Qdrant condition over the payload of points.
 *
 * @throws AppError `invalid_request` when it is nested deeper than `FILTER_DEPTH_MAX`
 */
export function qdrantFilter(filter: IndexFilter, depth = 0): Condition {
  if (depth > FILTER_DEPTH_MAX)
    throw new AppError('invalid_request', `A filter is nested at most ${FILTER_DEPTH_MAX} deep`);
  const below = (filters: readonly IndexFilter[]) => filters.map((one) => qdrantFilter(one, depth + 1));
  if ('all' in filter) return { must: below(filter.all) };
  if ('any' in filter) return filter.any.length === 0 ? nothing : { should: below(filter.any) };
  if ('not' in filter) return { must_not: below([filter.not]) };
  if ('label' in filter) return labelCondition(carriedPath(filter), filter.of);
  if ('resources' in filter) return anyValue('rid', filter.resources.filter(isRid));
  if ('fields' in filter) return anyValue('fields', filter.fields);
  if ('resourceFields' in filter) return resourceFieldsCondition(filter.resourceFields);
  if ('date' in filter) return dateCondition(filter.date, filter.sinceMs, filter.untilMs);
  if ('visibleTo' in filter) return { should: [equal('public', true), anyValue('groups', filter.visibleTo)] };
  if ('hidden' in filter) return equal('hidden', filter.hidden);
  return equal('language', filter.language);
}

export function equal(key: string, value: string | number | boolean): Condition {
  return { key, match: { value } };
}

export function anyValue(key: string, values: readonly string[]): Condition {
  return { key, match: { any: [...values] } };
}

export function atMost(key: string, value: number): Condition {
  return { key, range: { lte: value } };
}

export function below(key: string, value: number): Condition {
  return { key, range: { lt: value } };
}

/** Resources of the same version share a condition. */
export function byVersion(
  resources: readonly { readonly rid: string; readonly version: number }[],
): [number, string[]][] {
  const groups = Map.groupBy(resources, ({ version }) => version);
  return [...groups].map(([version, own]) => [version, own.map(({ rid }) => rid)]);
}

function isRid(text: string): boolean {
  return rid.test(text);
}

/** A label of the paragraph, of its resource, or of either. */
function labelCondition(path: string, of?: LabelOwner): Condition {
  if (path === '') return everything;
  if (of === 'paragraph') return equal('labels', path);
  const ofResource = [equal('resource_labels', path), ...fieldLabelPaths(path).map((one) => equal('labels', one))];
  return { should: of ? ofResource : [equal('labels', path), ...ofResource] };
}

/** One clause per distinct field, regardless of the number of resources. */
function resourceFieldsCondition(resourceFields: readonly string[]): Condition {
  const ridsByField = new Map<string, string[]>();
  for (const path of resourceFields) {
    const slash = path.indexOf('/');
    if (slash < 0 || !isRid(path.slice(0, slash))) continue;
    const field = path.slice(slash + 1);
    const rids = ridsByField.get(field);
    if (rids) rids.push(path.slice(0, slash));
    else ridsByField.set(field, [path.slice(0, slash)]);
  }
  const clauses = [...ridsByField].map(([field, rids]) => ({ must: [equal('fields', field), anyValue('rid', rids)] }));
  return clauses.length === 0 ? nothing : { should: clauses };
}

function dateCondition(key: 'created' | 'modified', sinceMs?: number, untilMs?: number): Condition {
  for (const bound of [sinceMs, untilMs])
    if (bound !== undefined && !Number.isFinite(bound))
      throw new AppError('invalid_request', 'A date is a finite number of milliseconds');
  if (sinceMs === undefined && untilMs === undefined) return everything;
  return { key, range: { gte: sinceMs, lte: untilMs } };
}
