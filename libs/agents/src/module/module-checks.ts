import { invalidRequest, isObject } from '@lectern/contracts/core';
import { answerSchemas, SchemaError } from '@lectern/json-schema';
import { checkFilterExpression, checkLabelFilters } from '../driver/filter-checks';
import { type IdentifiedModule, modulesIn } from './identified-module';

/** Members that are JSON Schemas of objects. */
const SCHEMAS = ['call_schema', 'answer_json_schema'] as const;

/**
 * Checks what of a module, and of those in it, would only fail when it runs: JSON Schemas and filters.
 *
 * @throws AppError `invalid_request` that names the place, `rate_limited`
 */
export async function checkModule(agent: string, module: IdentifiedModule): Promise<void> {
  for (const { module: one, place } of modulesIn(module)) {
    const at = ['body', ...place];
    const members: Readonly<Record<string, unknown>> = { ...one };
    checkFilters(members, at);
    for (const name of SCHEMAS) await checkSchema(agent, members[name], [...at, name]);
  }
}

function checkFilters(members: Readonly<Record<string, unknown>>, at: readonly string[]): void {
  const { filters, filter_expression: expression, pre_queries: queries } = members;
  checkFilterExpression(expression, [...at, 'filter_expression']);
  // Texts, as the class of the module says.
  if (Array.isArray(filters)) checkLabelFilters(filters as string[], [...at, 'filters']);
  for (const [index, query] of (Array.isArray(queries) ? queries : []).entries()) {
    const place = [...at, 'pre_queries', String(index), 'request', 'filter_expression'];
    if (isObject(query) && isObject(query.request)) checkFilterExpression(query.request.filter_expression, place);
  }
}

async function checkSchema(agent: string, schema: unknown, loc: readonly string[]): Promise<void> {
  if (!isObject(schema)) return;
  try {
    await answerSchemas.check(schema, { owner: agent });
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    throw invalidRequest([{ type: 'value_error', loc, msg: `Value error, ${error.message}`, input: schema }]);
  }
}
