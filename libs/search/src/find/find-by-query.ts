import { invalidQuery } from '@lectern/contracts/core';
import { type FindQuery, FindRequest } from '@lectern/contracts/search';

/** A find by query parameters as one by body. @throws AppError `invalid_request` when the expression is no JSON */
export function findRequestOf(query: FindQuery): FindRequest {
  const { field_type: fieldTypes, security_groups: groups, filter_expression: expression, ...rest } = query;
  const semantic = query.min_score_semantic ?? query.min_score;
  return Object.assign(new FindRequest(), rest, {
    filter_expression: expression === undefined ? undefined : parseExpression(expression),
    field_type_filter: fieldTypes,
    security: groups ? { groups } : undefined,
    min_score: { semantic, bm25: query.min_score_bm25 ?? 0 },
  });
}

function parseExpression(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidQuery('filter_expression', 'It is not valid JSON');
  }
}
