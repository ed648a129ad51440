import type { KbdbConfig, SyncConfig } from '@lectern/contracts/agents';
import { isObject } from '@lectern/contracts/core';
import type { BoxPart } from '../engine/module-run';
import { joined } from './box-filter';

/** What a source says of the searches and lists of its knowledge box. */
export type SourceConditions = Pick<
  KbdbConfig,
  'description' | 'filters' | 'filter_expression' | 'catalog_filter_expression'
>;

/** The conditions of a part of a knowledge box; labels, resources and origins also narrow lists. */
export function partSettings({
  description,
  filter_expression: own,
  labels,
  resource_filters: ids,
  origin = [],
}: BoxPart): SourceConditions {
  const resources = ids.length === 0 ? [] : [{ or: ids.map((id) => ({ prop: 'resource', id })) }];
  const conditions = [...labels.map(labelCondition), ...resources, ...origin];
  if (conditions.length === 0) return { description, filters: [], filter_expression: own };
  const all = { and: conditions };
  return {
    description,
    filters: [],
    filter_expression: joined([...(own ? [own] : []), { field: all }]),
    catalog_filter_expression: { resource: all },
  };
}

/** The conditions of a driver: of a `sync` driver, that documents came through one of its connections. */
export function driverConditions(settings: KbdbConfig | SyncConfig): SourceConditions {
  if (!('connection_ids' in settings)) return settings;
  const { connection_ids: ids, filter_expression: own, catalog_filter_expression: listed } = settings;
  const through = { or: ids.map((id) => ({ prop: 'origin_source', id })) };
  const condition = ids.length === 0 ? { prop: 'origin_source' } : through;
  return {
    ...settings,
    filter_expression: joined([...(own ? [own] : []), { field: condition }]),
    catalog_filter_expression: listedWith(listed, condition),
  };
}

function listedWith(listed: unknown, condition: object): unknown {
  if (!isObject(listed) || !isObject(listed['resource'])) return { resource: condition };
  return { ...listed, resource: { and: [listed['resource'], condition] } };
}

/** Of a label such as `topics/finance`. */
function labelCondition(path: string): object {
  const [labelset = '', ...label] = path.split('/').filter((part) => part !== '');
  return { prop: 'label', labelset, ...(label.length > 0 && { label: label.join('/') }) };
}
