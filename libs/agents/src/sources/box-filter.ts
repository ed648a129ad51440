import { AppError, isObject } from '@lectern/contracts/core';
import type { AskRequest } from '@lectern/contracts/search';

/** What a driver says of the searches of its knowledge box. */
export interface DriverFilter {
  /** As in a find. */
  readonly filter_expression?: unknown;
  /** Label paths, all of which must match. */
  readonly filters: readonly string[];
}

type Filtered = Partial<Pick<AskRequest, 'filter_expression' | 'filters' | 'resource_filters'>>;

const PARTS = ['field', 'paragraph', 'key_value'] as const;

/**
 * The conditions of a request together with those of the driver: both hold.
 *
 * @throws AppError `invalid_request` for conditions that cannot be joined
 */
export function narrowedByDriver(request: Filtered, driver: DriverFilter): Filtered {
  const { filters = [], resource_filters: resources = [], filter_expression: wanted } = request;
  const { filters: ownLabels, filter_expression: own } = driver;
  const isAlone = !isGiven(own) && ownLabels.length === 0;
  if (isAlone && !(isGiven(wanted) && filters.length + resources.length > 0)) return request;
  if (!isGiven(own) && !isGiven(wanted)) {
    const isMixed = filters.some((filter) => typeof filter !== 'string');
    return { ...request, filters: isMixed ? [{ all: [...ownLabels] }, ...filters] : [...ownLabels, ...filters] };
  }
  const expressions = [
    ...[own, wanted].filter(isGiven),
    ...[...ownLabels, ...filters].map((filter) => ({ field: conditionOf(filter) })),
    ...(resources.length > 0 ? [{ field: { or: resources.map(resourceOf) } }] : []),
  ];
  return { ...request, filters: [], resource_filters: [], filter_expression: joined(expressions) };
}

/** The expressions as one that holds where all of them do. @throws AppError `invalid_request` */
export function joined(expressions: readonly unknown[]): unknown {
  const [first] = expressions;
  if (expressions.length < 2) return first;
  const objects = expressions.filter(isObject);
  if (objects.some((one) => one.operator === 'or' && PARTS.filter((part) => isGiven(one[part])).length > 1))
    throw new AppError(
      'invalid_request',
      'A filter_expression with `operator: or` cannot be joined with the conditions of the driver: leave one of them out',
    );
  const parts = PARTS.flatMap((part) => {
    const all = objects.map((one) => one[part]).filter(isGiven);
    return all.length === 0 ? [] : [[part, all.length === 1 ? all[0] : { and: all }] as const];
  });
  return Object.fromEntries(parts);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** @throws AppError `invalid_request` for what is no label of a resource */
function conditionOf(filter: unknown): object {
  const [, labelset, label] = /^\/(?:l|classification\.labels)\/([^/]+)(?:\/(.+))?$/.exec(textOf(filter)) ?? [];
  if (labelset !== undefined) return { prop: 'label', labelset, ...(label !== undefined && { label }) };
  const [, type, subtype] = /^\/(?:n\/i|icon)\/([^/]+)(?:\/(.+))?$/.exec(textOf(filter)) ?? [];
  if (type !== undefined) return { prop: 'resource_mimetype', type, ...(subtype !== undefined && { subtype }) };
  throw new AppError(
    'invalid_request',
    `The filter ${textOf(filter)} cannot be joined with a filter_expression: write it as part of the expression`,
  );
}

/** @throws AppError `invalid_request` */
function resourceOf(resource: string): object {
  if (!resource.includes('/')) return { prop: 'resource', id: resource };
  throw new AppError(
    'invalid_request',
    `The resource filter ${resource} cannot be joined with a filter_expression: name the resource only`,
  );
}

function textOf(filter: unknown): string {
  return typeof filter === 'string' ? filter : JSON.stringify(filter);
}
