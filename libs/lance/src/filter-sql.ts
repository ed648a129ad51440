import { AppError, type IndexFilter, type LabelOwner, labelPath } from '@lectern/contracts/core';
import { sqlIn, sqlText } from './sql';
import {
  EMPTY_TAG,
  fieldTag,
  groupTag,
  HIDDEN_TAG,
  languageTag,
  ownLabelTag,
  PUBLIC_TAG,
  resourceLabelTag,
} from './tags';

export const FILTER_DEPTH_MAX = 50;

/**
 * A filter as the condition of a LanceDB query over the columns `rid`, `tags`, `created` and `modified`.
 *
 * @throws AppError `invalid_request` when it is nested deeper than `filterDepthMax`
 */
export function filterSql(filter: IndexFilter, depth = 0): string {
  if (depth > FILTER_DEPTH_MAX)
    throw new AppError('invalid_request', `A filter is nested at most ${FILTER_DEPTH_MAX} deep`);
  if ('all' in filter) return joined(filter.all, 'AND', depth);
  if ('any' in filter) return joined(filter.any, 'OR', depth);
  if ('not' in filter) return `NOT (${filterSql(filter.not, depth + 1)})`;
  if ('label' in filter) return labelSql(filter.label, filter.of);
  if ('resources' in filter) return sqlIn('rid', filter.resources);
  if ('fields' in filter) return tagged(filter.fields.map(fieldTag));
  if ('resourceFields' in filter) return resourceFieldsSql(filter.resourceFields);
  if ('date' in filter) return dateSql(filter.date, filter.sinceMs, filter.untilMs);
  if ('visibleTo' in filter) return tagged([PUBLIC_TAG, ...filter.visibleTo.map(groupTag)]);
  if ('hidden' in filter) return filter.hidden ? tagged([HIDDEN_TAG]) : `NOT ${tagged([HIDDEN_TAG])}`;
  return tagged([languageTag(filter.language)]);
}

/** The same for rows that are not found by words or vectors, so that those without content must be left out. */
export function contentSql(filter?: IndexFilter): string {
  const content = `NOT ${tagged([EMPTY_TAG])}`;
  return filter ? `${content} AND (${filterSql(filter)})` : content;
}

function joined(filters: readonly IndexFilter[], operator: 'AND' | 'OR', depth: number): string {
  if (filters.length === 0) return operator === 'AND' ? 'true' : 'false';
  return filters.map((filter) => `(${filterSql(filter, depth + 1)})`).join(` ${operator} `);
}

function tagged(tags: readonly string[]): string {
  return tags.length === 0 ? 'false' : `array_has_any(tags, [${tags.map(sqlText).join(', ')}])`;
}

function labelSql(label: string, of?: LabelOwner): string {
  const path = labelPath(label);
  if (path === '') return 'true';
  return tagged([
    ...(of === 'resource' ? [] : [ownLabelTag(path)]),
    ...(of === 'paragraph' ? [] : [resourceLabelTag(path)]),
  ]);
}

/** One clause per distinct field, however many resources are named. */
function resourceFieldsSql(resourceFields: readonly string[]): string {
  const ridsByField = new Map<string, string[]>();
  for (const path of resourceFields) {
    const slash = path.indexOf('/');
    if (slash < 0) continue;
    const field = path.slice(slash + 1);
    const rids = ridsByField.get(field);
    if (rids) rids.push(path.slice(0, slash));
    else ridsByField.set(field, [path.slice(0, slash)]);
  }
  const clauses = [...ridsByField].map(([field, rids]) => `(${tagged([fieldTag(field)])} AND ${sqlIn('rid', rids)})`);
  return clauses.length === 0 ? 'false' : clauses.join(' OR ');
}

function dateSql(column: 'created' | 'modified', sinceMs?: number, untilMs?: number): string {
  const bounds = [
    ...(sinceMs === undefined ? [] : [`${column} >= ${numberSql(sinceMs)}`]),
    ...(untilMs === undefined ? [] : [`${column} <= ${numberSql(untilMs)}`]),
  ];
  return bounds.length === 0 ? 'true' : bounds.join(' AND ');
}

function numberSql(value: number): string {
  if (!Number.isFinite(value)) throw new AppError('invalid_request', 'A date is a finite number of milliseconds');
  return value.toFixed(1);
}
