import type { Rule } from './node';
import { NODE, NULLABLE, RULE, UNSUPPORTED, WIDGET } from './decorators';

/** One entry of class-validator's metadata, as far as it is read here. */
export interface Declared {
  readonly type: string;
  readonly name?: string;
  readonly propertyName: string;
  readonly each: boolean;
  readonly constraints: readonly unknown[];
  readonly constraintCls?: unknown;
  readonly message?: unknown;
}

interface Constraint {
  validate(value: unknown, circumstances: object): boolean;
  defaultMessage?(circumstances: object): string;
}

/** Decorators that became part of a node. */
const KNOWN = new Set([
  'isString',
  'matches',
  'minLength',
  'maxLength',
  'isLength',
  'isNotEmpty',
  'isInt',
  'isNumber',
  'min',
  'max',
  'isPositive',
  'isNegative',
  'isBoolean',
  'isIso8601',
  'isDateString',
  'isRFC3339',
  'isUuid',
  'isObject',
  'isIn',
  'isEnum',
  'equals',
  'isArray',
  'arrayMinSize',
  'arrayMaxSize',
  'arrayNotEmpty',
  'isOptional',
  NODE,
  RULE,
  NULLABLE,
  UNSUPPORTED,
  WIDGET,
]);

/** Any other decorator of class-validator, or made with it, as a rule: its own check, its own message. */
export function ruleOf(declared: Declared): Rule | undefined {
  const { type, name = '', constraints, constraintCls, each, propertyName, message } = declared;
  if (type !== 'customValidation' || KNOWN.has(name) || typeof constraintCls !== 'function') return undefined;
  // class-validator makes this class itself, without constructor arguments.
  const constraint = new (constraintCls as new () => Constraint)();
  return (value) => {
    const circumstances = { value, constraints: constraints ?? [], targetName: '', object: {}, property: propertyName };
    const values: readonly unknown[] = each && Array.isArray(value) ? value : [value];
    if (values.every((one) => constraint.validate(one, { ...circumstances, value: one }))) return undefined;
    const template =
      typeof message === 'string' ? message : constraint.defaultMessage?.(circumstances) || 'is not valid';
    return template
      .replaceAll('$property', propertyName)
      .replaceAll('$value', String(value))
      .replace(/\$constraint(\d+)/g, (_, index) => String(circumstances.constraints[Number(index) - 1]));
  };
}
