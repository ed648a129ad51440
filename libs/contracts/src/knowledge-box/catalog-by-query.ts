import { invalidQuery } from '../core/errors';
import { type CatalogQuery, CatalogRequest } from './catalog/catalog.dto';

/**
 * Converts a request by query parameters to one by body.
 * @throws AppError `invalid_query` when the expression is not valid JSON
 */
export function catalogRequestOf(query: CatalogQuery): CatalogRequest {
  const { field_type: fieldTypes, filter_expression: expression, sort_field: by, sort_order: order, ...rest } = query;
  return Object.assign(new CatalogRequest(), rest, {
    filter_expression: expression === undefined ? undefined : parseExpression(expression),
    field_type_filter: fieldTypes,
    sort: { field: by ?? 'created', order },
  });
}

function parseExpression(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidQuery('filter_expression', 'It is not valid JSON');
  }
}
