import { type Constructor, type Node, shapeOf } from '@lectern/contracts/core';

/** A value that a declaration forbids. */
export interface WrongValue {
  /** The value that a request is to carry instead of a right one. */
  readonly value: unknown;
  /** Where a 422 names it, from that value down. */
  readonly loc: readonly string[];
  /** Expected types in the 422: one of these. */
  readonly types: readonly string[];
}

/** Declarations contain themselves: filters of filters. */
const DEPTH_MAX = 4;
/** Larger texts say nothing about the check and take long to send. */
const CHARS_MAX = 100_000;
const NONE = 'no such value';

const here = (value: unknown, ...types: readonly string[]): WrongValue => ({ value, loc: [], types });
const when = (holds: boolean, wrong: () => WrongValue): readonly WrongValue[] => (holds ? [wrong()] : []);

/**
 * Values that a node forbids, each with the violation that it must be answered with: the wrong kind, and one beyond
 * every bound.
 *
 * @param textual whether the value travels as a text, in a query or header
 */
export function wrongValues(node: Node, textual = false, depth = 0): readonly WrongValue[] {
  if (depth > DEPTH_MAX) return [];
  const within = (inner: Node) => wrongValues(inner, textual, depth + 1);
  switch (node.kind) {
    case 'text':
      return ofText(node, textual);
    case 'number':
      return ofNumber(node);
    case 'flag':
      return [here(NONE, 'bool_parsing')];
    case 'choice':
      return [here(NONE, node.miss)];
    case 'instant':
      return [here(NONE, 'datetime_parsing')];
    case 'uuid':
      return [here(NONE, 'uuid_parsing')];
    case 'list':
      return [
        ...when(!textual, () => here({}, 'list_type')),
        ...when((node.min ?? 0) > 0, () => here([], 'too_short')),
        ...within(node.item).map((wrong) => inside('0', wrong, [wrong.value])),
      ];
    case 'map':
      return [here([], 'dict_type'), ...within(node.value).map((wrong) => inside('a', wrong, { a: wrong.value }))];
    case 'object':
      return [here([], 'model_attributes_type'), ...wrongMembers(node.type(), depth + 1)];
    case 'ruled':
      return wrongValues(node.inner, textual, depth);
    case 'tagged':
      return [
        here({}, 'union_tag_not_found'),
        here({ [node.by]: NONE }, 'union_tag_invalid'),
        ...Object.entries(node.branches).flatMap(([tag, type]) =>
          // A wrong tag chooses no branch.
          wrongMembers(type(), depth + 1, { [node.by]: tag })
            .filter(({ loc }) => loc[0] !== node.by)
            .map((wrong) => inside(tag, wrong, wrong.value)),
        ),
      ];
    case 'any':
    case 'union':
      return [];
  }
}

/** Objects with one forbidden member each, or with a required one left out. */
export function wrongMembers(type: Constructor, depth = 0, rest: object = {}): readonly WrongValue[] {
  return shapeOf(type).members.flatMap(({ name, node, required, condition }) => [
    ...(condition
      ? []
      : wrongValues(node, false, depth).map((wrong) => inside(name, wrong, { ...rest, [name]: wrong.value }))),
    ...when(required && !(name in rest), () => ({ value: rest, loc: [name], types: ['missing'] })),
  ]);
}

const inside = (name: string, { loc, types }: WrongValue, value: unknown): WrongValue => ({
  value,
  loc: [name, ...loc],
  types,
});

function ofText(
  { minLength = 0, maxLength = Infinity, patterns = [] }: Extract<Node, { kind: 'text' }>,
  textual: boolean,
): readonly WrongValue[] {
  const long = 'x'.repeat(Math.min(maxLength, CHARS_MAX) + 1);
  return [
    ...when(!textual, () => here(5, 'string_type')),
    ...when(minLength > 0, () => here('', 'string_too_short')),
    ...when(maxLength < CHARS_MAX, () => here(long, 'string_too_long')),
    ...when(minLength === 0 && patterns.some((pattern) => !pattern.test('')), () =>
      here('', 'string_pattern_mismatch'),
    ),
  ];
}

function ofNumber({ whole, ge, le, gt, lt }: Extract<Node, { kind: 'number' }>): readonly WrongValue[] {
  const bounds: readonly (readonly [number | undefined, number, string])[] = [
    [ge, -1, 'greater_than_equal'],
    [le, 1, 'less_than_equal'],
    [gt, 0, 'greater_than'],
    [lt, 0, 'less_than'],
  ];
  return [
    here(NONE, whole ? 'int_parsing' : 'float_parsing'),
    ...when(whole, () => here(1.5, 'int_from_float', 'int_parsing')),
    ...bounds.flatMap(([bound, step, type]) => (bound === undefined ? [] : [here(bound + step, type)])),
  ];
}
