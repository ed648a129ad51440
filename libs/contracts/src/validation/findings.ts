import type { Violation } from '../core/errors';
import type { Problem } from './problems';

const VIOLATIONS_MAX = 100;
const INPUT_CHARS_MAX = 1_000;
const INPUT_NODES_MAX = 200;
const DEPTH_MAX = 64;
const PLACE_CHARS_MAX = 256;

/** Collects faults while a value is walked. */
export class Findings {
  readonly violations: Violation[] = [];
  private readonly loc: (string | number)[];
  private readonly prefixLength: number;
  /** Of a value that lacks many members, the same is shown with each of them. */
  private readonly shown = new WeakMap<object, unknown>();

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

  enter(member: string | number): void {
    this.loc.push(member);
  }

  leave(): void {
    this.loc.pop();
  }

  add({ type, msg, ctx }: Problem, input: unknown): undefined {
    if (!this.full)
      this.violations.push({ type, loc: this.loc.map(place), msg, input: this.show(input), ...(ctx && { ctx }) });
    return undefined;
  }

  private show(input: unknown): unknown {
    if (typeof input !== 'object' || input === null) return shown(input);
    const known = this.shown.get(input) ?? shown(input);
    this.shown.set(input, known);
    return known;
  }

  /** Faults that were found before and removed, as far as there is room. */
  addAll(violations: readonly Violation[]): void {
    this.violations.push(...violations.slice(0, VIOLATIONS_MAX - this.violations.length));
  }

  addAt(member: string, problem: Problem, input: unknown): undefined {
    this.loc.push(member);
    this.add(problem, input);
    this.loc.pop();
    return undefined;
  }
}

/** Keys are foreign, too. */
function place(member: string | number): string {
  const name = String(member);
  return name.length > PLACE_CHARS_MAX ? `${name.slice(0, PLACE_CHARS_MAX)}…` : name;
}

/** The input as it is repeated in a violation: long texts are cut, large trees are pruned. */
function shown(input: unknown): unknown {
  let left = INPUT_NODES_MAX;
  const copy = (value: unknown): unknown => {
    left -= 1;
    if (typeof value === 'string')
      return value.length > INPUT_CHARS_MAX ? `${value.slice(0, INPUT_CHARS_MAX)}…` : value;
    if (typeof value !== 'object' || value === null) return value;
    if (left <= 0) return Array.isArray(value) ? [] : {};
    if (Array.isArray(value)) return value.slice(0, left).map(copy);
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, left)
        .map(([key, member]) => [key, copy(member)]),
    );
  };
  return copy(input);
}
