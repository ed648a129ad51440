import { isObject } from '@lectern/contracts/core';
import { extraForbidden, wrongType } from './filter-violations';

/** Operators, and what they join when they are written at length: `{operator: 'and', operands: […]}`. */
const longNames = { and: 'operands', or: 'operands', not: 'operand' } as const;
const operators = ['and', 'or', 'not'] as const;
const operatorMembers: readonly string[] = [...operators, 'operator', 'operands', 'operand'];

interface Operand {
  readonly value: unknown;
  readonly loc: readonly string[];
}

/** Part of an expression: joined conditions, or a single one. */
export type ExpressionPart =
  | { readonly operator: 'and' | 'or'; readonly operands: readonly Operand[] }
  | { readonly operator: 'not'; readonly operand: Operand }
  | { readonly condition: Readonly<Record<string, unknown>> };

/**
 * Reads a part of an expression, in either way of writing its operator. A member of an operator that is null is as good
 * as absent.
 *
 * @throws AppError `invalid_request` for several operators, members besides one, or an operator that joins nothing
 */
export function expressionPart(node: unknown, loc: readonly string[]): ExpressionPart {
  if (!isObject(node)) throw wrongType(loc, node, 'object');
  const given = Object.fromEntries(
    Object.entries(node).filter(([name, value]) => value !== null || !operatorMembers.includes(name)),
  );
  const [operator, ...others] = operators.filter((name) => given[name] !== undefined || given.operator === name);
  if (!operator) return { condition: given };
  if (others.length > 0)
    throw wrongType(loc, node, `condition: it has one operator, not ${[operator, ...others].join(' and ')}`);
  const member = given[operator] === undefined ? longNames[operator] : operator;
  extraForbidden(given, given.operator === operator ? ['operator', member] : [member], loc);
  const below = [...loc, operator];
  const joined = given[member];
  if (operator === 'not') return { operator, operand: { value: joined, loc: below } };
  if (!Array.isArray(joined) || joined.length === 0) throw wrongType(below, joined, 'list with at least 1 item');
  return { operator, operands: joined.map((value: unknown, i) => ({ value, loc: [...below, String(i)] })) };
}
