import { AppError, invalidRequest, isGiven } from '@lectern/contracts/core';
import {
  compileCatalogExpression,
  compileFilterExpression,
  compileLegacyFilters,
  keyValueConditionIn,
  placed,
  type Slugs,
  slugsIn,
} from '@lectern/filters';

/** Key values are looked up when something is searched, as slugs are. */
const anyKeyValue = { all: [] };

/**
 * Checks a `filter_expression` of a find that is stored for later.
 *
 * @param place of the expression, as in a 422
 * @throws AppError `invalid_request` that names the place in it
 */
export function checkFilterExpression(expression: unknown, place: readonly string[]): void {
  if (!isGiven(expression)) return;
  checked(place, () => {
    keyValueConditionIn(expression);
    compileFilterExpression(expression, slugsOf(expression), { keyValues: anyKeyValue });
  });
}

/** Checks a `filter_expression` of the catalog. @throws as `checkFilterExpression` */
export function checkCatalogExpression(expression: unknown, place: readonly string[]): void {
  if (isGiven(expression)) checked(place, () => compileCatalogExpression(expression, slugsOf(expression)));
}

/** Checks label paths. @throws as `checkFilterExpression` */
export function checkLabelFilters(filters: readonly string[] | null | undefined, place: readonly string[]): void {
  const ofOne = (filter: string) => ({ filters: [filter], fields: [], resource_filters: [] });
  for (const [at, filter] of (filters ?? []).entries())
    checked([...place, String(at)], () => compileLegacyFilters(ofOne(filter), new Set<string>()));
}

/** All that are named are there. */
function slugsOf(expression: unknown): Slugs {
  return new Map(slugsIn(expression).map((slug) => [slug, slug]));
}

/** Compilers call every place `body.filter_expression`, and refuse what cannot be run without one. */
function checked(place: readonly string[], compile: () => unknown): void {
  try {
    compile();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { detail } = error.details;
    if (error.code !== 'invalid_request' || !Array.isArray(detail))
      throw invalidRequest([{ type: 'value_error', loc: place, msg: `Value error, ${error.message}`, input: null }]);
    const below = detail.map((one) => ({ ...one, loc: ['body', ...one.loc.slice(2)] }));
    throw placed(invalidRequest(below), place);
  }
}
