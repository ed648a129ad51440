import type { Constructor } from '../core/input';
import { violations } from './refused.fixture';
import { shapeOf } from './shape';
import { validate } from './validate';

const samples: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['flag', true],
  ['whole', 7],
  ['fraction', 0.5],
  ['text', 'x'],
  ['list', []],
  ['object', {}],
];
/** Faults that say a value is of the wrong kind, rather than the wrong one of its kind. */
const ofKind =
  /^((string|int|float|bool|list|dict|model_attributes|datetime|uuid)_type|(int|float|bool)_parsing|int_from_float)$/;
const ofChoice = /^(enum|literal_error)$/;

/**
 * Members of the requests of a class as clients meet them: kinds of JSON that each takes, `!` where it is required, and
 * the default that an absent one gets: `{ question: 'text!', top_k: 'null whole = 20' }`. `nothing`: a known name whose
 * values are refused unless they say nothing.
 *
 * @param request one that is accepted
 */
export function wireOf(type: Constructor, request: object): Readonly<Record<string, string>> {
  const { members, unsupported } = shapeOf(type);
  const rows = members.map(({ name }) => [name, `${kindsOf(type, request, name)}${absence(type, request, name)}`]);
  return Object.fromEntries([...rows, ...unsupported.map(({ name }) => [name, 'nothing'])]);
}

function kindsOf(type: Constructor, request: object, name: string): string {
  const faultsOf = (value: unknown) =>
    violations(() => validate(type, { ...request, [name]: value })).filter(({ loc: [first] }) => first === name);
  const isTaken = (value: unknown) => {
    const faults = faultsOf(value);
    return faults.length === 0 || faults.some(({ type: fault }) => !ofKind.test(fault) && !ofChoice.test(fault));
  };
  const kinds = samples.filter(([, value]) => isTaken(value)).map(([kind]) => kind);
  const choices = faultsOf(-Infinity).filter(({ type: fault }) => ofChoice.test(fault));
  return [...kinds, ...choices.map(({ ctx }) => String(ctx?.['expected']))].join(' ');
}

function absence(type: Constructor, request: object, name: string): string {
  const rest = Object.fromEntries(Object.entries(request).filter(([key]) => key !== name));
  const faults = violations(() => validate(type, rest));
  if (faults.some(({ loc, type: fault }) => loc.join('.') === name && fault === 'missing')) return '!';
  // Rules about several members may refuse the rest: then its default is that of a request which has all of them.
  const fallback = shapeOf(type).members.find((one) => one.name === name)?.fallback;
  return fallback ? ` = ${JSON.stringify(fallback())}` : '';
}

/** A value like another, with the one at a place such as `messages.0.text` replaced; undefined takes it out. */
export function changed<T extends object>(value: T, at: string, to: unknown): T {
  const [name = '', ...rest] = at.split('.');
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const inner = rest.length === 0 ? to : changed(Reflect.get(copy, name) ?? {}, rest.join('.'), to);
  if (inner === undefined) Reflect.deleteProperty(copy, name);
  else Reflect.set(copy, name, inner);
  // A copy of a value is of its type.
  return copy as T;
}

/** An object of so many levels. */
export function nested(levels: number): object {
  return Array.from({ length: levels - 1 }).reduce<object>((of) => ({ of }), {});
}

/** The words of a fault: a list or a dictionary has one more item than it may have. */
export const tooMany = (max: number, kind: 'List' | 'Dictionary' = 'List'): string =>
  `${kind} should have at most ${max} item${max === 1 ? '' : 's'} after validation, not ${max + 1}`;
/** The same of a list with one item less than it must have. */
export const tooFew = (min: number): string =>
  `List should have at least ${min} item${min === 1 ? '' : 's'} after validation, not ${min - 1}`;
/** The same of the characters of a text. */
export const tooLong = (max: number): string => `String should have at most ${max} characters`;
/** The same of a text that is empty. */
export const empty = 'String should have at least 1 character';
/** The same of a number. */
export const above = (max: number): string => `Input should be less than or equal to ${max}`;
/** The same of a number. */
export const below = (min: number): string => `Input should be greater than or equal to ${min}`;
/** The same of the levels of JSON. */
export const tooDeep = (levels: number): string => `Value error, nested more than ${levels} levels deep`;
/** The same of a known name that this version cannot honour. */
export const unsupported = (name: string): string =>
  `Value error, ${name} is not supported by this version; leave it out`;
/** The same of a name that nobody knows. */
export const extra = 'Extra inputs are not permitted';
/** The same of a member that is not there. */
export const required = 'Field required';
