import { resourceStatuses } from '@lectern/contracts/knowledge-box';
import { type IndexFilter, isObject } from '@lectern/contracts/core';
import { compile, leafKind, type Leaves, oneOf, resourceLeaves, type Slugs } from './filter-expression';
import { extraForbidden, wrongType } from './filter-violations';

/**
 * Compiles the `filter_expression` of the catalog. Its conditions are on resources: `status` is the real one.
 *
 * @returns undefined when it does not filter
 * @throws AppError `invalid_request` naming the place, `invalid_query` for what cannot be run
 */
export function compileCatalogExpression(expression: unknown, slugs: Slugs): IndexFilter | undefined {
  const loc = ['body', 'filter_expression'];
  if (!isObject(expression)) throw wrongType(loc, expression, 'object');
  extraForbidden(expression, ['resource'], loc);
  const { resource } = expression;
  if (resource === undefined || resource === null) return undefined;
  return compile(resource, { leaves: catalogLeaves(slugs) }, [...loc, 'resource']);
}

function catalogLeaves(slugs: Slugs): Leaves {
  return {
    ...resourceLeaves(slugs),
    status: leafKind(['status'], (leaf, loc) => ({
      label: `/n/s/${oneOf(leaf, 'status', { loc, values: resourceStatuses })}`,
    })),
  };
}
