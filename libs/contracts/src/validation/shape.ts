import 'reflect-metadata';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage';
import { getMetadataStorage } from 'class-validator';
import type { Constructor } from '../core/input';
import {
  type FormHint,
  forbidsUnknown,
  NODE,
  notedWith,
  NULLABLE,
  objectRulesOf,
  RULE,
  type UnknownRule,
  unknownRules,
  UNSUPPORTED,
  WIDGET,
} from './decorators';
import { anything, flag, instant, type ListNode, type Node, type NumberNode, type Rule, type TextNode } from './node';
import { type Declared, ruleOf } from './foreign-rule';

/** One declared member of a class. */
export interface Member {
  /** Name in the class and in JSON. */
  readonly name: string;
  /** Type of its value. */
  readonly node: Node;
  /** Whether it must be present. */
  readonly required: boolean;
  /** Null is accepted and kept; otherwise null means the default, where there is one. */
  readonly nullable: boolean;
  /** A fresh one per use; absent where the class has no initialiser. */
  readonly fallback?: () => unknown;
  /** Members whose value stays as it is, unchecked, when this says no (`@ValidateIf`). */
  readonly condition?: (owner: object, value: unknown) => boolean;
  /** How a form shows it (`@Widget`). */
  readonly hint?: FormHint;
}

/** A member of the interface that this version cannot honour. */
export interface UnsupportedMember {
  readonly name: string;
  readonly isHarmless: (value: unknown) => boolean;
}

/** Rules from class-validator's decorators and the initialisers of a class. */
export interface Shape {
  /** Name of the class. */
  readonly name: string;
  /** Declared members, in the order of the class. */
  readonly members: readonly Member[];
  /** Known names that are refused, unless their value is harmless. */
  readonly unsupported: readonly UnsupportedMember[];
  /** Whether members that are not declared are refused. */
  readonly forbidsUnknown: boolean;
  /** Fault of members that are not declared. */
  readonly unknown: readonly UnknownRule[];
  /** The member that receives the names of the members that were sent. */
  readonly notedWith?: string;
  /** Rules about several members. */
  readonly objectRules: readonly ((value: never) => string | undefined)[];
}

const shapes = new WeakMap<Constructor, Shape>();

/** Reads the shape of a class from its decorators and initialisers, once per class. */
export function shapeOf(type: Constructor): Shape {
  const known = shapes.get(type);
  if (known) return known;
  const shape = readShape(type);
  shapes.set(type, shape);
  return shape;
}

function readShape(type: Constructor): Shape {
  const all: readonly Declared[] = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  const unsupported = unsupportedOf(all);
  const declared = all.filter(({ propertyName }) => unsupported.every(({ name }) => name !== propertyName));
  const names = [...new Set(declared.map(({ propertyName }) => propertyName))];
  const initial = new Map(Object.entries(new type()));
  const order = [...initial.keys()];
  names.sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const members = names.map((name) =>
    readMember(type, name, {
      declared: declared.filter(({ propertyName }) => propertyName === name),
      initial: initial.get(name),
    }),
  );
  const noted = notedWith(type);
  return {
    name: type.name,
    members,
    unsupported,
    forbidsUnknown: forbidsUnknown(type),
    unknown: unknownRules(type),
    objectRules: objectRulesOf(type),
    ...(noted !== undefined && { notedWith: noted }),
  };
}

function unsupportedOf(declared: readonly Declared[]): readonly UnsupportedMember[] {
  return declared.flatMap(({ name, propertyName, constraints }) =>
    // Put there by our own decorator with exactly this type.
    name === UNSUPPORTED ? [{ name: propertyName, isHarmless: constraints[0] as UnsupportedMember['isHarmless'] }] : [],
  );
}

interface Sources {
  readonly declared: readonly Declared[];
  readonly initial: unknown;
}

function readMember(type: Constructor, name: string, { declared, initial }: Sources): Member {
  const optional = declared.some((entry) => entry.name === 'isOptional');
  const condition = declared.find(
    ({ type: kind, name: rule }) => kind === 'conditionalValidation' && rule !== 'isOptional',
  );
  const hint = declared.find((entry) => entry.name === WIDGET);
  const hasFallback = initial !== undefined && initial !== null;
  return {
    name,
    node: readNode(type, name, declared),
    required: !optional && initial === undefined,
    nullable: declared.some((entry) => entry.name === NULLABLE) || (!hasFallback && (optional || initial === null)),
    ...(initial !== undefined && { fallback: fallbackOf(type, name, initial) }),
    // Put there by our own decorator with exactly this type.
    ...(hint && { hint: hint.constraints[0] as FormHint }),
    // class-validator keeps its own condition as the only constraint.
    ...(condition && { condition: condition.constraints[0] as Member['condition'] }),
  };
}

function fallbackOf(type: Constructor, name: string, initial: unknown): () => unknown {
  if (typeof initial !== 'object' || initial === null) return () => initial;
  if (Array.isArray(initial) && initial.length === 0) return () => [];
  if (Object.keys(initial).length === 0) return () => ({});
  return () => new Map(Object.entries(new type())).get(name);
}

function readNode(type: Constructor, name: string, declared: readonly Declared[]): Node {
  const own = declared.find((entry) => entry.name === NODE);
  // Put there by our own decorators with exactly these types, here and below.
  const rules = declared.filter((entry) => entry.name === RULE).map((entry) => entry.constraints[0] as Rule);
  // As above.
  const node = own ? (own.constraints[0] as () => Node)() : readStandardNode(type, name, declared);
  const foreign = declared.flatMap((entry) => ruleOf(entry) ?? []);
  return ruled(node, [...foreign, ...rules]);
}

function readStandardNode(type: Constructor, name: string, declared: readonly Declared[]): Node {
  const listed = declared.some(({ each, name: rule = '' }) => each || LIST_RULES.has(rule));
  const item = ofEach(
    type,
    name,
    declared.filter(({ each }) => each || !listed),
  );
  if (!listed) return item;
  const size = limitsOf(declared, { arrayMinSize: 'min', arrayMaxSize: 'max' });
  const notEmpty = declared.some((entry) => entry.name === 'arrayNotEmpty') ? { min: 1 } : {};
  const list: ListNode = { kind: 'list', item, ...notEmpty, ...size };
  return list;
}

const LIST_RULES = new Set(['isArray', 'arrayMinSize', 'arrayMaxSize', 'arrayNotEmpty', 'arrayUnique']);
const TEXT_RULES = new Set(['isString', 'matches', 'minLength', 'maxLength', 'isLength', 'isNotEmpty']);
const NUMBER_RULES = new Set(['isInt', 'isNumber', 'min', 'max', 'isPositive', 'isNegative']);
const SIMPLE: Readonly<Record<string, Node>> = {
  isBoolean: flag,
  isIso8601: instant,
  isDateString: instant,
  isRFC3339: instant,
  isUuid: { kind: 'uuid' },
  isObject: { kind: 'map', value: anything },
};

function ofEach(type: Constructor, name: string, declared: readonly Declared[]): Node {
  const names = new Set(declared.map((entry) => entry.name ?? ''));
  if (declared.some((entry) => entry.type === 'nestedValidation')) return nestedNode(type, name);
  const choices = declared.find((entry) => entry.name === 'isIn' || entry.name === 'isEnum' || entry.name === 'equals');
  if (choices) return choiceNode(choices);
  for (const [rule, node] of Object.entries(SIMPLE)) if (names.has(rule)) return node;
  if ([...names].some((rule) => NUMBER_RULES.has(rule))) return numberNode(declared, names);
  if ([...names].some((rule) => TEXT_RULES.has(rule))) return textNode(declared, names);
  return reflectedNode(type, name);
}

function choiceNode({ name, constraints }: Declared): Node {
  // The decorators take lists (isIn), an enum and its values (isEnum), or one value (equals).
  const [first, second] = constraints as [never, never];
  if (name === 'equals') return { kind: 'choice', values: [first], miss: 'literal_error' };
  return name === 'isIn'
    ? { kind: 'choice', values: first, miss: 'enum' }
    : { kind: 'choice', values: second, miss: 'enum' };
}

function numberNode(declared: readonly Declared[], names: ReadonlySet<string>): Node {
  const limits: Partial<NumberNode> = limitsOf(declared, { min: 'ge', max: 'le' });
  return {
    kind: 'number',
    whole: names.has('isInt'),
    ...limits,
    ...(names.has('isPositive') && { gt: 0 }),
    ...(names.has('isNegative') && { lt: 0 }),
  };
}

function textNode(declared: readonly Declared[], names: ReadonlySet<string>): Node {
  const limits: Partial<TextNode> = limitsOf(declared, { minLength: 'minLength', maxLength: 'maxLength' });
  const length = declared.find((entry) => entry.name === 'isLength')?.constraints ?? [];
  const patterns = declared
    .filter((entry) => entry.name === 'matches')
    .map(({ constraints: [pattern, flags] }) =>
      pattern instanceof RegExp ? pattern : new RegExp(String(pattern), typeof flags === 'string' ? flags : undefined),
    );
  return {
    kind: 'text',
    ...(names.has('isNotEmpty') && { minLength: 1 }),
    ...(typeof length[0] === 'number' && { minLength: length[0] }),
    ...(typeof length[1] === 'number' && { maxLength: length[1] }),
    ...limits,
    ...(patterns.length > 0 && { patterns }),
  };
}

function limitsOf(declared: readonly Declared[], names: Readonly<Record<string, string>>): Record<string, number> {
  const limits: Record<string, number> = {};
  for (const { name = '', constraints } of declared) {
    const limit = names[name];
    if (limit !== undefined && typeof constraints?.[0] === 'number') limits[limit] = constraints[0];
  }
  return limits;
}

/** The class comes from class-transformer's `@Type`, or from the property's own type. */
function nestedNode(type: Constructor, name: string): Node {
  const entry = defaultMetadataStorage.findTypeMetadata(type, name);
  const discriminator = entry?.options?.discriminator;
  if (discriminator) {
    // `@Type` is given classes without constructor arguments, here and below.
    const branches = discriminator.subTypes.map((branch) => [branch.name, () => branch.value as Constructor]);
    return { kind: 'tagged', by: discriminator.property, branches: Object.fromEntries(branches) };
  }
  // As above.
  if (entry) return { kind: 'object', type: () => entry.typeFunction() as Constructor };
  const reflected: unknown = Reflect.getMetadata('design:type', type.prototype, name);
  if (typeof reflected === 'function' && reflected !== Object && reflected !== Array) {
    // The declared class of a property of a DTO is a DTO, too.
    return { kind: 'object', type: () => reflected as Constructor };
  }
  throw new Error(`${type.name}.${name} is nested, but nothing says of which class: use @Nested(() => Class)`);
}

function reflectedNode(type: Constructor, name: string): Node {
  const reflected: unknown = Reflect.getMetadata('design:type', type.prototype, name);
  if (reflected === Boolean) return flag;
  if (reflected === Number) return { kind: 'number', whole: false };
  return reflected === String ? { kind: 'text' } : anything;
}

function ruled(node: Node, rules: readonly Rule[]): Node {
  return rules.length === 0 ? node : { kind: 'ruled', inner: node, rules };
}
