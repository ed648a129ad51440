import type { Violation } from '../core/errors';

const VIOLATIONS_MAX = 100;
const INPUT_CHARS_MAX = 1_000;
const INPUT_NODES_MAX = 200;
const DEPTH_MAX = 64;

type Context = Readonly<Record<string, unknown>>;

/** Collects what is wrong while a value is walked. */
export class Findings {
  readonly violations: Violation[] = [];
  private readonly loc: string[];
  private readonly prefixLength: number;

  /** @param textual values come from a query, a path or headers: text, and lists when repeated */
  constructor(
    prefix: readonly string[],
    readonly textual: boolean,
  ) {
    this.loc = [...prefix];
    this.prefixLength = prefix.length;
  }

  get tooDeep(): boolean {
    return this.loc.length - this.prefixLength > DEPTH_MAX;
  }

  get full(): boolean {
    return this.violations.length >= VIOLATIONS_MAX;
  }

  enter(member: string): void {
    this.loc.push(member);
  }

  leave(): void {
    this.loc.pop();
  }

  add(type: string, msg: string, input: unknown, ctx?: Context): undefined {
    if (!this.full) this.violations.push({ type, loc: [...this.loc], msg, input: shown(input), ...(ctx && { ctx }) });
    return undefined;
  }

  addAt(member: string, type: string, msg: string, input: unknown): undefined {
    this.loc.push(member);
    this.add(type, msg, input);
    this.loc.pop();
    return undefined;
  }

  valueError(reason: string, input: unknown): undefined {
    return this.add('value_error', `Value error, ${reason}`, input, { error: {} });
  }
}

/** The input as it is repeated in a violation: long texts are cut, large trees are pruned. */
function shown(input: unknown): unknown {
  let left = INPUT_NODES_MAX;
  const copy = (value: unknown): unknown => {
    left -= 1;
    if (typeof value === 'string') return value.length > INPUT_CHARS_MAX ? `${value.slice(0, INPUT_CHARS_MAX)}…` : value;
    if (typeof value !== 'object' || value === null) return value;
    if (left <= 0) return Array.isArray(value) ? [] : {};
    if (Array.isArray(value)) return value.slice(0, left).map(copy);
    return Object.fromEntries(Object.entries(value).slice(0, left).map(([key, member]) => [key, copy(member)]));
  };
  return copy(input);
}

/** `'a', 'b' or 'c'`. */
export function namedChoices(values: readonly (string | number | boolean)[]): string {
  const named = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  const last = named.at(-1) ?? '';
  return named.length < 2 ? last : `${named.slice(0, -1).join(', ')} or ${last}`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
