import { type IndexFilter, invalidQuery } from '@lectern/contracts/core';

/** The embedded engine takes 22, of which what a request adds to its filter needs at most two. */
export const ALTERNATIONS_MAX = 20;

type Operator = 'all' | 'any';

/**
 * A filter that every engine takes: AND within OR within AND, where NOT turns one into the other, alternate at most 20
 * times. Lists within lists of their own kind do not count.
 *
 * @throws AppError `invalid_query`
 */
export function withinAlternations(filter: IndexFilter): IndexFilter {
  if (alternations(filter) > ALTERNATIONS_MAX)
    throw invalidQuery('filter_expression', `"and" and "or" alternate more than ${ALTERNATIONS_MAX} times`);
  return filter;
}

function alternations(filter: IndexFilter, isNegated = false, around?: Operator): number {
  if ('not' in filter) return alternations(filter.not, !isNegated, around);
  const parts = 'all' in filter ? filter.all : 'any' in filter ? filter.any : undefined;
  if (!parts) return 0;
  const [only] = parts;
  if (only && parts.length === 1) return alternations(only, isNegated, around);
  const operator: Operator = 'all' in filter === isNegated ? 'any' : 'all';
  const below = Math.max(0, ...parts.map((part) => alternations(part, isNegated, operator)));
  return below + Number(around !== undefined && around !== operator);
}
