import { AppError, canonicalLabel, type IndexFilter, invalidQuery, parseInstant } from '@lectern/contracts/core';
import type { LabelFilter } from '@lectern/contracts/search';

/** The older filter members of a request; all of them apply. */
export interface LegacyFilters {
  readonly fields: readonly string[];
  readonly filters: readonly (string | LabelFilter)[];
  readonly resource_filters: readonly string[];
  readonly range_creation_start?: string | null;
  readonly range_creation_end?: string | null;
  readonly range_modification_start?: string | null;
  readonly range_modification_end?: string | null;
}

/** @throws AppError `invalid_query`, `invalid_request` */
export function compileLegacyFilters(request: LegacyFilters): IndexFilter[] {
  return [
    ...request.filters.map((filter) => (typeof filter === 'string' ? label(filter) : labelFilter(filter))),
    ...(request.fields.length > 0 ? [{ fields: request.fields.map((field) => field.replace(/^\/+|\/+$/g, '')) }] : []),
    ...(request.resource_filters.length > 0 ? [{ any: request.resource_filters.map(resourceFilter) }] : []),
    ...range('created', request.range_creation_start, request.range_creation_end),
    ...range('modified', request.range_modification_start, request.range_modification_end),
  ];
}

function labelFilter({ all, any, none, not_all: notAll }: LabelFilter): IndexFilter {
  if (all) return { all: all.map(label) };
  if (any) return { any: any.map(label) };
  if (none) return { not: { any: none.map(label) } };
  return { not: { all: (notAll ?? []).map(label) } };
}

function label(path: string): IndexFilter {
  if (path === '') throw invalidQuery('filters', 'Invalid label. It must not be empty');
  if (!path.startsWith('/')) throw invalidQuery('filters', `Invalid label. It must start with a \`/\`: ${path}`);
  return { label: canonicalLabel(path) };
}

const RESOURCE_ID = /^[0-9a-f]{32}$/;

function resourceFilter(filter: string): IndexFilter {
  const [id = '', letter, ...name] = filter.split('/');
  const rid = id.replaceAll('-', '').toLowerCase();
  if (!RESOURCE_ID.test(rid)) {
    throw new AppError('invalid_request', `resource id filter '${filter}' should be a valid UUID`);
  }
  if (letter === undefined) return { resources: [rid] };
  if (!/^[tfucak]$/.test(letter)) {
    throw new AppError('invalid_request', `resource filter ${filter} has an invalid field type: ${letter}`);
  }
  if (name.length === 0) return { all: [{ resources: [rid] }, { fields: [letter] }] };
  return { resourceFields: [`${rid}/${letter}/${name.join('/')}`] };
}

function range(date: 'created' | 'modified', since?: string | null, until?: string | null): IndexFilter[] {
  const [sinceMs, untilMs] = [instantMs(since), instantMs(until)];
  return sinceMs === undefined && untilMs === undefined ? [] : [{ date, sinceMs, untilMs }];
}

function instantMs(text: string | null | undefined): number | undefined {
  return text ? parseInstant(text)?.getTime() : undefined;
}
