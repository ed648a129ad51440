import { type IndexFilter, carriedPath } from '@lectern/contracts/core';
import type { Parameters } from './parameters';

const STATUS = '/n/s';

/**
 * A filter as a condition on the row `r` of `resources`. Labels are those of the resource; status and dates come from
 * the row.
 */
export function catalogFilterSql(filter: IndexFilter, parameters: Parameters): string {
  const each = (filters: readonly IndexFilter[]) => filters.map((one) => catalogFilterSql(one, parameters));
  if ('all' in filter) return joined(each(filter.all), 'AND', 'TRUE');
  if ('any' in filter) return joined(each(filter.any), 'OR', 'FALSE');
  if ('not' in filter) return `NOT ${catalogFilterSql(filter.not, parameters)}`;
  if ('label' in filter) return labelSql(carriedPath(filter), parameters);
  if ('resources' in filter) return `(r.id = ANY(${parameters.add(filter.resources)}::text[]))`;
  if ('date' in filter) return dateSql(filter, parameters);
  throw new Error(`Not a condition on resources: ${Object.keys(filter).join(', ')}`);
}

function labelSql(path: string, parameters: Parameters): string {
  if (path === '' || path === STATUS) return 'TRUE';
  if (path.startsWith(`${STATUS}/`)) return `(r.status = ${parameters.add(path.slice(STATUS.length + 1))})`;
  return `(r.labels @> ${parameters.add([path])}::text[])`;
}

function dateSql({ date, sinceMs, untilMs }: Extract<IndexFilter, { date: unknown }>, parameters: Parameters): string {
  const instant = (ms: number) => `${parameters.add(new Date(ms))}::timestamptz`;
  const bounds = [
    ...(sinceMs === undefined ? [] : [`r.${date} >= ${instant(sinceMs)}`]),
    ...(untilMs === undefined ? [] : [`r.${date} <= ${instant(untilMs)}`]),
  ];
  return joined(bounds, 'AND', 'TRUE');
}

function joined(conditions: readonly string[], operator: 'AND' | 'OR', ofNone: string): string {
  return conditions.length === 0 ? ofNone : `(${conditions.join(` ${operator} `)})`;
}
