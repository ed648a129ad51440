import type { Constructor } from '../core/operation';

/** What a value must be. Read once per class from its decorators; checks and JSON Schema are made from it. */
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

export interface TextNode {
  readonly kind: 'text';
  /** Code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly patterns?: readonly RegExp[];
}

export interface NumberNode {
  readonly kind: 'number';
  readonly whole: boolean;
  readonly ge?: number;
  readonly le?: number;
  readonly gt?: number;
  readonly lt?: number;
}

export interface ChoiceNode {
  readonly kind: 'choice';
  readonly values: readonly (string | number | boolean)[];
  /** Which of the two 422 types a miss gets. */
  readonly miss: 'enum' | 'literal_error';
}

export interface ListNode {
  readonly kind: 'list';
  readonly item: Node;
  readonly min?: number;
  readonly max?: number;
}

export interface MapNode {
  readonly kind: 'map';
  readonly value: Node;
  readonly keys?: RegExp;
  /** What is wrong with a key. */
  readonly keyRules?: readonly KeyRule[];
  readonly sizeMax?: number;
}

export type KeyRule = (key: string) => string | undefined;

export interface TaggedNode {
  readonly kind: 'tagged';
  /** The member that tells the branches apart. */
  readonly by: string;
  readonly branches: Readonly<Record<string, () => Constructor>>;
}

/** A rule says what is wrong with a value that its node accepts, or nothing. */
export type Rule = (value: unknown) => string | undefined;

export interface RuledNode {
  readonly kind: 'ruled';
  readonly inner: Node;
  readonly rules: readonly Rule[];
}

export const anything: Node = { kind: 'any' };

/** A class stands for an object of its shape, a node for itself. */
export type Part = Node | (() => Constructor);

export function nodeOf(part: Part): Node {
  return typeof part === 'function' ? { kind: 'object', type: part } : part;
}

export const text = (limits: Omit<TextNode, 'kind'> = {}): Node => ({ kind: 'text', ...limits });
export const whole = (limits: Omit<NumberNode, 'kind' | 'whole'> = {}): Node => ({
  kind: 'number',
  whole: true,
  ...limits,
});
export const decimal = (limits: Omit<NumberNode, 'kind' | 'whole'> = {}): Node => ({
  kind: 'number',
  whole: false,
  ...limits,
});
export const flag: Node = { kind: 'flag' };
export const instant: Node = { kind: 'instant' };
export const choice = (...values: readonly (string | number | boolean)[]): Node => ({
  kind: 'choice',
  values,
  miss: 'literal_error',
});
export const listOf = (item: Part, limits: { readonly min?: number; readonly max?: number } = {}): Node => ({
  kind: 'list',
  item: nodeOf(item),
  ...limits,
});
export const mapOf = (value: Part, limits: Omit<MapNode, 'kind' | 'value'> = {}): Node => ({
  kind: 'map',
  value: nodeOf(value),
  ...limits,
});
/** A part that must also satisfy further rules. */
export const ruled = (inner: Part, ...rules: readonly Rule[]): Node => ({ kind: 'ruled', inner: nodeOf(inner), rules });
/** The first part that accepts a value is taken. */
export const either = (...parts: readonly Part[]): Node => ({ kind: 'union', branches: parts.map(nodeOf) });
export const tagged = (by: string, branches: TaggedNode['branches']): Node => ({ kind: 'tagged', by, branches });
