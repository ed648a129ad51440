import { type IndexFilter, invalidQuery, isGiven, isObject, parseInstant } from '@lectern/contracts/core';
import type { KeyValueLeaf, KeyValueOperand, KeyValueQuery } from '@lectern/contracts/knowledge-box';
import { FILTER_DEPTH_MAX } from '@lectern/contracts/search';
import { expressionPart } from './expression-part';
import { extraForbidden, wrongType } from './filter-violations';

const LOC = ['body', 'filter_expression', 'key_value'];

/** A condition on key-value fields to be looked up, and whether it keeps what does not fulfil it. */
export interface KeyValueCondition {
  readonly query: KeyValueQuery;
  readonly isNegated: boolean;
}

/**
 * Reads `key_value` of a `filter_expression`; undefined without one.
 *
 * @throws AppError `invalid_request` naming the place, `invalid_query` when it is nested too deep
 */
export function keyValueConditionIn(expression: unknown): KeyValueCondition | undefined {
  if (!isObject(expression) || expression.key_value === undefined || expression.key_value === null) return undefined;
  let query = parseKeyValueQuery(expression.key_value, LOC);
  let isNegated = false;
  // The excluded resources are looked up instead: they are fewer.
  for (; 'not' in query; query = query.not) isNegated = !isNegated;
  return { query, isNegated };
}

/** The request to an index, once it is known which resources fulfil the condition. */
export function keyValueFilter({ isNegated }: KeyValueCondition, rids: readonly string[]): IndexFilter {
  return isNegated ? { not: { resources: rids } } : { resources: rids };
}

function parseKeyValueQuery(node: unknown, loc: readonly string[], depth = 0): KeyValueQuery {
  if (depth > FILTER_DEPTH_MAX) throw invalidQuery('key_value', `It is nested deeper than ${FILTER_DEPTH_MAX}`);
  const part = expressionPart(node, loc);
  if ('condition' in part) return leaf(part.condition, loc);
  if ('operand' in part) return { not: parseKeyValueQuery(part.operand.value, part.operand.loc, depth + 1) };
  const operands = part.operands.map((operand) => parseKeyValueQuery(operand.value, operand.loc, depth + 1));
  return part.operator === 'and' ? { all: operands } : { any: operands };
}

function leaf(node: Record<string, unknown>, loc: readonly string[]): KeyValueLeaf {
  extraForbidden(node, ['schema_id', 'key', 'eq', 'gte', 'lte', 'contains'], loc);
  const named = { schema: text(node, 'schema_id', loc), key: text(node, 'key', loc) };
  const { eq, contains } = node;
  const isRange = isGiven(node.gte) || isGiven(node.lte);
  if ([isGiven(eq), isGiven(contains), isRange].filter(Boolean).length !== 1)
    throw wrongType(loc, node, "condition: exactly one of 'eq', 'contains', and 'gte' with 'lte'");
  if (isGiven(eq)) return { ...named, eq: operandOf(eq, [...loc, 'eq']) };
  if (isGiven(contains)) return { ...named, contains: bound(contains, [...loc, 'contains']) };
  return { ...named, ...bounds(node, loc) };
}

function bounds(node: Record<string, unknown>, loc: readonly string[]) {
  const of = (member: 'gte' | 'lte') => (isGiven(node[member]) ? bound(node[member], [...loc, member]) : undefined);
  const [gte, lte] = [of('gte'), of('lte')];
  if (gte !== undefined && lte !== undefined) {
    if (typeof gte !== typeof lte) throw wrongType([...loc, 'lte'], lte, `${typeof gte}, as 'gte' is`);
    if (orderOf(lte) < orderOf(gte)) throw wrongType([...loc, 'lte'], lte, "value that is not below 'gte'");
  }
  return { ...(gte !== undefined && { gte }), ...(lte !== undefined && { lte }) };
}

function orderOf(value: number | string): number {
  return typeof value === 'number' ? value : (parseInstant(value)?.getTime() ?? 0);
}

function operandOf(value: unknown, loc: readonly string[]): KeyValueOperand {
  return typeof value === 'boolean' ? value : bound(value, loc);
}

function bound(value: unknown, loc: readonly string[]): number | string {
  if (typeof value === 'string' || typeof value === 'number') return value;
  throw wrongType(loc, value, 'number or string');
}

function text(node: Record<string, unknown>, member: string, loc: readonly string[]): string {
  const value = node[member];
  if (typeof value !== 'string') throw wrongType([...loc, member], value, 'string');
  return value;
}
