import 'reflect-metadata';
import { ValidateBy } from 'class-validator';
import type { Constructor } from '../core/input';
import {
  anything,
  choice,
  instant,
  listOf,
  type ListNode,
  type MapNode,
  mapOf,
  type Node,
  nodeOf,
  type Part,
  tagged,
  type TaggedNode,
} from './node';
import { saysNothing } from './nothing';
import { extraForbidden, misspelt, type Problem, unsupported } from './problems';

/** Name of a shape in class-validator's metadata. */
export const NODE = 'lectern:node';
/** Name of a rule in class-validator's metadata. */
export const RULE = 'lectern:rule';
/** Name of `@Nullable` in class-validator's metadata. */
export const NULLABLE = 'lectern:nullable';
/** Name of `@Unsupported` in class-validator's metadata. */
export const UNSUPPORTED = 'lectern:unsupported';

/** Name of `@Widget` in class-validator's metadata. */
export const WIDGET = 'lectern:widget';

/** How a form shows a member. */
export interface FormHint {
  /** Name of the widget. */
  readonly widget: Widget;
  /** Whether an overview of the whole object shows it, too. */
  readonly show_in_node?: true;
}

/** Widgets of forms for agents. */
export type Widget =
  | 'api_headers_field'
  | 'array_string_field'
  | 'code_editor'
  | 'driver_select'
  | 'enum_select'
  | 'expandable_textarea'
  | 'filtered_source_select'
  | 'key_value_field'
  | 'model_select'
  | 'not_show'
  | 'rules_field'
  | 'synonyms_field'
  | 'transport_field';

/** Thunks, so that classes may refer to themselves and to later ones. */
function declare(name: string, made: unknown): PropertyDecorator {
  return ValidateBy({ name, constraints: [made], validator: { validate: () => true } });
}

function is(make: () => Node): PropertyDecorator {
  return declare(NODE, make);
}

/** An object of a class. */
export const Nested = (type: () => Constructor): PropertyDecorator => is(() => nodeOf(type));

/** Any JSON value, kept as it is. */
export const Anything = (): PropertyDecorator => is(() => anything);

/** A list; in a query, a repeated parameter. */
export const ListOf = (item: Part, limits: { readonly min?: number; readonly max?: number } = {}): PropertyDecorator =>
  is(() => listOf(item, limits));

/** An object used as a dictionary. */
export const MapOf = (value: Part, limits: Omit<MapNode, 'kind' | 'value'> = {}): PropertyDecorator =>
  is(() => mapOf(value, limits));

/** One of several shapes; the first that accepts the value is taken: `@Either(decimal(), () => MinScore)`. */
export const Either = (...parts: readonly Part[]): PropertyDecorator =>
  is(() => ({ kind: 'union', branches: parts.map(nodeOf) }));

/**
 * One of several classes, distinguished by a member, which is kept whether a class declares it or not (one that forbids
 * unknown members must): `@Tagged('prop', { keyword: () => KeywordFilter })`.
 */
export const Tagged = (by: string, branches: TaggedNode['branches']): PropertyDecorator =>
  is(() => tagged(by, branches));

/**
 * A whole shape built of parts, for values without a decorator of their own:
 * `@Is(() => listOf(either(text(), () => Point)))`.
 */
export const Is = (make: () => Part): PropertyDecorator => is(() => nodeOf(make()));

/** One of the given literals; a miss is a `literal_error`. */
export const Literal = (...values: readonly (string | number | boolean)[]): PropertyDecorator =>
  is(() => choice(...values));

/** ISO 8601 text, without offset UTC; the value stays as sent. Read it with `parseInstant`. */
export const IsInstant = (): PropertyDecorator => is(() => instant);

/** Keeps an explicit null although the member has a default. */
export const Nullable = (): PropertyDecorator => declare(NULLABLE, true);

/**
 * A member of the interface that this version cannot honour. Harmless values, such as the default that clients send,
 * are accepted and left out of what the operation gets; any other value is a 422 that says so.
 */
export const Unsupported = (isHarmless: (value: unknown) => boolean = saysNothing): PropertyDecorator =>
  declare(UNSUPPORTED, isHarmless);

/** How a form shows the member; `@Widget('driver_select', 'in-node')` shows it in overviews, too. */
export const Widget = (widget: Widget, place?: 'in-node'): PropertyDecorator => {
  const hint: FormHint = { widget, ...(place && { show_in_node: true }) };
  return declare(WIDGET, hint);
};

/** A further rule: returns the fault (a `value_error`), or nothing. */
export function Satisfies<T>(rule: (value: T) => string | undefined): PropertyDecorator {
  return declare(RULE, rule);
}

/** The fault of a member that the class does not declare. */
export type UnknownRule = (name: string, value: unknown) => Problem | undefined;

const forbidding = new WeakSet<object>();
const unknown = new WeakMap<object, UnknownRule>();
const objectRules = new WeakMap<object, ((value: never) => string | undefined)[]>();

const noting = new WeakMap<object, string>();

/**
 * Where a request has the member, the checked value gets a further member `given`: the names of the members that the
 * request has. Without it, defaults that were filled in look like members that were sent.
 */
export function NotesGiven(when: string): ClassDecorator {
  return (type) => void noting.set(type, when);
}

/** Members that the class does not declare are a 422 (`extra_forbidden`) instead of being ignored. */
export function ForbidUnknown(): ClassDecorator {
  return (type) => {
    forbidding.add(type);
    unknown.set(type, () => extraForbidden);
  };
}

/** Members that the class does not declare are a 422 unless they say nothing. */
export function RefuseUnknown(): ClassDecorator {
  return (type) => void unknown.set(type, (name, value) => (saysNothing(value) ? undefined : unsupported(name)));
}

/**
 * Members that the class does not declare are ignored, but not those whose name is like `pattern`: these are a 422, so
 * that a misspelt name never drops a restriction in silence.
 *
 * @param instead the name that is probably meant
 */
export function RefuseLike(pattern: RegExp, instead?: string): ClassDecorator {
  const problem = misspelt(instead);
  return (type) => void unknown.set(type, (name) => (pattern.test(name) ? problem : undefined));
}

/** A rule about several members, asked when each of them is right. */
export function Together<T>(rule: (value: T) => string | undefined): <C extends Constructor<T>>(type: C) => void {
  return (type) => void objectRules.set(type, [...(objectRules.get(type) ?? []), rule]);
}

const wholeBodies = new WeakMap<object, () => ListNode | TaggedNode>();

/** A class of lists, for requests whose body is a list and not an object. */
export function ListBody(item: Part, limits: { readonly max: number }): ClassDecorator {
  return (type) => void wholeBodies.set(type, () => ({ kind: 'list', item: nodeOf(item), ...limits }));
}

/** A class of objects of one of several classes, which the member `by` distinguishes. */
export function TaggedBody(by: string, branches: TaggedNode['branches']): ClassDecorator {
  return (type) => void wholeBodies.set(type, () => ({ kind: 'tagged', by, branches }));
}

/** The list, or the choice of classes, that a class describes; undefined for a class of objects of its own. */
export function wholeBodyOf(type: Constructor): ListNode | TaggedNode | undefined {
  return wholeBodies.get(type)?.();
}

/** Whether the class or one that it extends forbids unknown members. */
export function forbidsUnknown(type: Constructor): boolean {
  return lineage(type).some((ancestor) => forbidding.has(ancestor));
}

/** The member that `@NotesGiven` names, of a class or one that it extends. */
export function notedWith(type: Constructor): string | undefined {
  return lineage(type).flatMap((ancestor) => noting.get(ancestor) ?? [])[0];
}

/** Rules about unknown members of a class and of those that it extends. */
export function unknownRules(type: Constructor): readonly UnknownRule[] {
  return lineage(type).flatMap((ancestor) => unknown.get(ancestor) ?? []);
}

/** Rules about several members of a class and of those that it extends. */
export function objectRulesOf(type: Constructor): readonly ((value: never) => string | undefined)[] {
  return lineage(type).flatMap((ancestor) => objectRules.get(ancestor) ?? []);
}

function lineage(type: object): readonly object[] {
  const parent: unknown = Object.getPrototypeOf(type);
  return typeof parent === 'function' ? [type, ...lineage(parent)] : [type];
}
