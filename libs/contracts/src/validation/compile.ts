import type { Violation } from '../core/errors';
import type { Constructor } from '../core/input';
import { isObject } from '../core/json-object';
import { type UnknownRule, wholeBodyOf } from './decorators';
import type { ListNode, MapNode, Node, RuledNode, TaggedNode } from './node';
import { type Check, choiceCheck, flagCheck, instantCheck, numberCheck, textCheck, uuidCheck } from './scalars';
import { type Member, type Shape, shapeOf } from './shape';
import type { Findings } from './findings';
import {
  brokenRule,
  missing,
  noList,
  noMap,
  noMatch,
  noObject,
  noTag,
  type Problem,
  tooFew,
  tooMany,
  unknownTag,
  unsupported,
} from './problems';

const checks = new WeakMap<Constructor, Check>();

/** The check of a class, made at its first use; classes may contain themselves. */
export function checkOf(type: Constructor): Check {
  const known = checks.get(type);
  if (known) return known;
  const whole = wholeBodyOf(type);
  const check = whole ? compile(whole) : objectCheck(shapeOf(type));
  checks.set(type, check);
  return check;
}

function compile(node: Node): Check {
  switch (node.kind) {
    case 'any':
      return (input) => input;
    case 'text':
      return textCheck(node);
    case 'number':
      return numberCheck(node);
    case 'flag':
      return flagCheck;
    case 'choice':
      return choiceCheck(node);
    case 'instant':
      return instantCheck;
    case 'uuid':
      return uuidCheck;
    case 'list':
      return listCheck(node);
    case 'map':
      return mapCheck(node);
    case 'object':
      return (input, findings) => checkOf(node.type())(input, findings);
    case 'union':
      return unionCheck(node.branches);
    case 'tagged':
      return taggedCheck(node);
    case 'ruled':
      return ruledCheck(node);
  }
}

interface CompiledMember extends Member {
  readonly check: Check;
}

function objectCheck(shape: Shape): Check {
  const members: readonly CompiledMember[] = shape.members.map((member) => ({
    ...member,
    check: compile(member.node),
  }));
  const { unsupported: refused, unknown, notedWith } = shape;
  const names = new Set([...members, ...refused].map(({ name }) => name));
  return (input, findings) => {
    if (!isObject(input)) {
      return findings.add(noObject, input);
    }
    if (findings.tooDeep) return findings.add(brokenRule('nested too deeply'), undefined);
    const before = findings.violations.length;
    const output: Record<string, unknown> = {};
    for (const member of members) readMember(input, output, { member, findings });
    for (const { name, isHarmless } of refused) {
      const value = input[name];
      if (value !== undefined && !isHarmless(value)) findings.addAt(name, unsupported(name), value);
    }
    if (unknown.length > 0) refuseUnknown(input, { names, rules: unknown, findings });
    if (notedWith !== undefined && isFilled(output[notedWith])) output['given'] = givenNames(input, members);
    if (findings.violations.length === before)
      for (const rule of shape.objectRules) checkObject(rule, output, { input, findings });
    return output;
  };
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function givenNames(input: Readonly<Record<string, unknown>>, members: readonly Member[]): string[] {
  return members.map(({ name }) => name).filter((name) => input[name] !== undefined);
}

interface Reading {
  readonly member: CompiledMember;
  readonly findings: Findings;
}

function readMember(
  input: Readonly<Record<string, unknown>>,
  output: Record<string, unknown>,
  { member, findings }: Reading,
): void {
  const { name } = member;
  const value = input[name];
  if (value === undefined || (value === null && !member.nullable && member.fallback)) {
    if (member.fallback) output[name] = member.fallback();
    else if (member.required) findings.addAt(name, missing, input);
    return;
  }
  if ((value === null && member.nullable) || (member.condition && !member.condition(input, value))) {
    output[name] = value;
    return;
  }
  findings.enter(name);
  output[name] = member.check(value, findings);
  findings.leave();
}

interface UnknownMembers {
  readonly names: ReadonlySet<string>;
  readonly rules: readonly UnknownRule[];
  readonly findings: Findings;
}

function refuseUnknown(input: Readonly<Record<string, unknown>>, { names, rules, findings }: UnknownMembers): void {
  for (const name of Object.keys(input)) {
    if (names.has(name)) continue;
    if (findings.full) return;
    // A class and one that it extends may both refuse unknown members: a fault is reported once.
    const problem = firstProblem(rules, name, input[name]);
    if (problem) findings.addAt(name, problem, input[name]);
  }
}

function firstProblem(rules: readonly UnknownRule[], name: string, value: unknown): Problem | undefined {
  for (const rule of rules) {
    const problem = rule(name, value);
    if (problem) return problem;
  }
  return undefined;
}

function checkObject(
  rule: (value: never) => string | undefined,
  output: object,
  { input, findings }: { readonly input: unknown; readonly findings: Findings },
): void {
  // The rule was declared on the class that this output has the shape of.
  const reason = rule(output as never);
  if (reason !== undefined) findings.add(brokenRule(reason), input);
}

function listCheck({ item, min = 0, max = Infinity }: ListNode): Check {
  const check = compile(item);
  return (input, findings) => {
    const values: unknown = findings.textual && typeof input === 'string' ? [input] : input;
    if (!Array.isArray(values)) return findings.add(noList, input);
    const { length } = values;
    if (length < min) return findings.add(tooFew(length, min), input);
    if (length > max) return findings.add(tooMany('List', length, max), input);
    const output: unknown[] = new Array(length);
    for (let index = 0; index < length && !findings.full; index += 1) {
      findings.enter(index);
      output[index] = check(values[index], findings);
      findings.leave();
    }
    return output;
  };
}

function mapCheck({ value, keys, keyProblem, keyRules = [], sizeMax = Infinity }: MapNode): Check {
  const check = compile(value);
  const problemOf = (key: string): Problem | undefined => {
    if ((keys && !keys.test(key)) || key === '__proto__') {
      const reason = keyProblem?.(key);
      return reason === undefined ? noMatch(keys?.source ?? '') : brokenRule(reason);
    }
    for (const rule of keyRules) {
      const reason = rule(key);
      if (reason !== undefined) return brokenRule(reason);
    }
    return undefined;
  };
  return (input, findings) => {
    if (!isObject(input)) return findings.add(noMap, input);
    if (value.kind === 'any' && !keys && keyRules.length === 0 && sizeMax === Infinity) return input;
    const entries = Object.entries(input);
    if (entries.length > sizeMax) return findings.add(tooMany('Dictionary', entries.length, sizeMax), input);
    const output: Record<string, unknown> = {};
    for (const [key, member] of entries) {
      if (findings.full) break;
      findings.enter(key);
      const problem = problemOf(key);
      if (problem) findings.addAt('[key]', problem, key);
      else output[key] = check(member, findings);
      findings.leave();
    }
    return output;
  };
}

function branchName(node: Node): string {
  if (node.kind === 'object') return node.type().name;
  if (node.kind === 'ruled') return branchName(node.inner);
  if (node.kind === 'number') return node.whole ? 'int' : 'float';
  if (node.kind === 'list') return `list[${branchName(node.item)}]`;
  if (node.kind === 'choice') return `literal[${node.values.map((value) => `'${value}'`).join(',')}]`;
  const names = {
    text: 'str',
    flag: 'bool',
    map: 'dict',
    instant: 'datetime',
    uuid: 'uuid',
    any: 'any',
    union: 'union',
    tagged: 'tagged',
  };
  return names[node.kind];
}

function unionCheck(branches: readonly Node[]): Check {
  const compiled = branches.map((branch) => ({ branch, check: compile(branch) }));
  return (input, findings) => {
    if (findings.full) return undefined;
    const before = findings.violations.length;
    const failed: Violation[] = [];
    for (const { branch, check } of compiled) {
      if (compiled.length > 1) findings.enter(branchName(branch));
      const value = check(input, findings);
      if (compiled.length > 1) findings.leave();
      // Each branch starts with as much room as the first: faults in one of them must not stop another.
      const found = findings.violations.splice(before);
      if (found.length === 0) return value;
      failed.push(...found);
    }
    findings.addAll(failed);
    return undefined;
  };
}

function taggedCheck({ by, branches }: TaggedNode): Check {
  return (input, findings) => {
    if (!isObject(input)) {
      return findings.add(noObject, input);
    }
    const tag = input[by];
    if (tag === undefined) return findings.add(noTag(by), input);
    const type = typeof tag === 'string' && Object.hasOwn(branches, tag) ? branches[tag] : undefined;
    if (!type || typeof tag !== 'string') return findings.add(unknownTag(by, tag, Object.keys(branches)), input);
    findings.enter(tag);
    const value = checkOf(type())(input, findings);
    findings.leave();
    return isObject(value) ? { [by]: tag, ...value } : value;
  };
}

function ruledCheck({ inner, rules }: RuledNode): Check {
  const check = compile(inner);
  return (input, findings) => {
    const before = findings.violations.length;
    const value = check(input, findings);
    if (findings.violations.length > before) return undefined;
    for (const rule of rules) {
      const reason = rule(value);
      if (reason !== undefined) return findings.add(brokenRule(reason), input);
    }
    return value;
  };
}
