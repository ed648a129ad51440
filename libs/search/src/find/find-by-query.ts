import { invalidQuery } from '@lectern/contracts/core';
import { type FindQuery, FindRequest } from '@lectern/contracts/search';

/** Members of a find by body that parameters of other names say. */
const memberOf: Readonly<Record<string, string>> = {
  field_type: 'field_type_filter',
  security_groups: 'security',
  min_score_semantic: 'min_score',
  min_score_bm25: 'min_score',
};

/** A find by query parameters as one by body. @throws AppError `invalid_request` when the expression is no JSON */
export function findRequestOf(query: FindQuery): FindRequest {
  const { field_type: fieldTypes, security_groups: groups, filter_expression: expression, ...rest } = query;
  const semantic = query.min_score_semantic ?? query.min_score;
  return Object.assign(new FindRequest(), rest, {
    filter_expression: expression === undefined ? undefined : parseExpression(expression),
    field_type_filter: fieldTypes,
    ...(query.given && { given: query.given.map((name) => memberOf[name] ?? name) }),
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
