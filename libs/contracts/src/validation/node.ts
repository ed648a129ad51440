import type { Constructor } from '../core/input';

/** Type of a value. Read once per class from its decorators; checks and JSON Schema are made from it. */
export type Node =
  | { readonly kind: 'any' }
  | TextNode
  | NumberNode
  | { readonly kind: 'flag' }
  | ChoiceNode
  | { readonly kind: 'instant' }
  | { readonly kind: 'uuid' }
  | ListNode
  | MapNode
  | { readonly kind: 'object'; readonly type: () => Constructor }
  | { readonly kind: 'union'; readonly branches: readonly Node[] }
  | TaggedNode
  | RuledNode;

/** A text. */
export interface TextNode {
  readonly kind: 'text';
  /** In code points. */
  readonly minLength?: number;
  /** In code points. */
  readonly maxLength?: number;
  /** All of them must match. */
  readonly patterns?: readonly RegExp[];
}

/** A finite number. */
export interface NumberNode {
  readonly kind: 'number';
  /** Whether it must be whole. */
  readonly whole: boolean;
  /** At least. */
  readonly ge?: number;
  /** At most. */
  readonly le?: number;
  /** More than. */
  readonly gt?: number;
  /** Less than. */
  readonly lt?: number;
}

/** One of some literals. */
export interface ChoiceNode {
  readonly kind: 'choice';
  /** The literals. */
  readonly values: readonly (string | number | boolean)[];
  /** Which of the two 422 types a miss gets. */
  readonly miss: 'enum' | 'literal_error';
}

/** A list. */
export interface ListNode {
  readonly kind: 'list';
  /** Type of each item. */
  readonly item: Node;
  /** Least number of items. */
  readonly min?: number;
  /** Largest number of items. */
  readonly max?: number;
}

/** An object used as a dictionary. */
export interface MapNode {
  readonly kind: 'map';
  /** Type of each value. */
  readonly value: Node;
  /** Pattern of keys. */
  readonly keys?: RegExp;
  /** The fault of a key that the pattern does not match; without it, the message names the pattern. */
  readonly keyProblem?: KeyRule;
  /** The fault of a key. */
  readonly keyRules?: readonly KeyRule[];
  /** Largest number of entries. */
  readonly sizeMax?: number;
}

/** Returns the fault of a key, or undefined. */
export type KeyRule = (key: string) => string | undefined;

/** One of several classes, distinguished by a member. */
export interface TaggedNode {
  readonly kind: 'tagged';
  /** The member that distinguishes the branches. */
  readonly by: string;
  /** Classes by value of that member. */
  readonly branches: Readonly<Record<string, () => Constructor>>;
}

/** Returns the fault of a value that its node accepts, or undefined. */
export type Rule = (value: unknown) => string | undefined;

/** A value that must also satisfy further rules. */
export interface RuledNode {
  readonly kind: 'ruled';
  /** Type that the value must have first. */
  readonly inner: Node;
  /** All of them must accept it. */
  readonly rules: readonly Rule[];
}

/** Any JSON value. */
export const anything: Node = { kind: 'any' };

/** A class means an object of its shape; a node means itself. */
export type Part = Node | (() => Constructor);

/** The node of a part. */
export function nodeOf(part: Part): Node {
  return typeof part === 'function' ? { kind: 'object', type: part } : part;
}

/** A text within limits, in code points. */
export const text = (limits: Omit<TextNode, 'kind'> = {}): Node => ({ kind: 'text', ...limits });
/** A whole number within limits. */
export const whole = (limits: Omit<NumberNode, 'kind' | 'whole'> = {}): Node => ({
  kind: 'number',
  whole: true,
  ...limits,
});
/** A number within limits. */
export const decimal = (limits: Omit<NumberNode, 'kind' | 'whole'> = {}): Node => ({
  kind: 'number',
  whole: false,
  ...limits,
});
/** True or false. */
export const flag: Node = { kind: 'flag' };
/** An ISO 8601 date, or date and time. */
export const instant: Node = { kind: 'instant' };
/** One of the given literals. */
export const choice = (...values: readonly (string | number | boolean)[]): Node => ({
  kind: 'choice',
  values,
  miss: 'literal_error',
});
/** A list of parts of one kind. */
export const listOf = (item: Part, limits: { readonly min?: number; readonly max?: number } = {}): Node => ({
  kind: 'list',
  item: nodeOf(item),
  ...limits,
});
/** A dictionary of parts of one kind. */
export const mapOf = (value: Part, limits: Omit<MapNode, 'kind' | 'value'> = {}): Node => ({
  kind: 'map',
  value: nodeOf(value),
  ...limits,
});
/** A part that must also satisfy further rules. */
export const ruled = (inner: Part, ...rules: readonly Rule[]): Node => ({ kind: 'ruled', inner: nodeOf(inner), rules });
/** The first part that accepts a value is taken. */
export const either = (...parts: readonly Part[]): Node => ({ kind: 'union', branches: parts.map(nodeOf) });
/** One of several classes, distinguished by the member `by`. */
export const tagged = (by: string, branches: TaggedNode['branches']): Node => ({ kind: 'tagged', by, branches });
