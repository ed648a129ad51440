import { randomUUID } from 'node:crypto';
import { type Constructor, isObject, type Member, shapeOf, validate } from '@lectern/contracts/core';

type Node = Member['node'];

/** One of these is right wherever a text has a form. */
const TEXTS = [
  'a',
  'sample',
  'https://one.example/api',
  'neo4j://graph.example.org',
  'postgresql://user:word@host/db',
  'one.example:443',
  '{"a": 1}',
  '2026-01-02T03:04:05Z',
];
const NESTED_MAX = 2;
const VALUES_MAX = 3;

/**
 * A valid object of a class, with as many of its members as can be told from its shape. The members of the table are
 * where a rule says more than the shape does.
 *
 * @throws AppError for a class of which no such object could be made: add what it needs to `given`
 */
export function sampleOf(type: Constructor, given: Readonly<Record<string, unknown>>, level = 0): object {
  const { members } = shapeOf(type);
  let sample: Record<string, unknown> = { ...given };
  for (const { name, node, required } of members) {
    if (required && !Object.hasOwn(sample, name)) sample[name] = valuesOf(node, level)[0];
  }
  for (const { name, node, required } of members) {
    if (!required || Object.hasOwn(given, name) || isValid(type, sample)) continue;
    const fits = valuesOf(node, level).find((value) => isValid(type, { ...sample, [name]: value }));
    if (fits !== undefined) sample = { ...sample, [name]: fits };
  }
  for (const { name, node } of members) {
    if (Object.hasOwn(sample, name)) continue;
    const fits = valuesOf(node, level).find((value) => isValid(type, { ...sample, [name]: value }));
    if (fits !== undefined) sample = { ...sample, [name]: fits };
  }
  // As the operation that adds it gets it.
  return Object(validate(type, JSON.parse(JSON.stringify(sample))));
}

function isValid(type: Constructor, value: unknown): boolean {
  try {
    validate(type, value);
    return true;
  } catch {
    return false;
  }
}

/** Some values of a type, the best first. */
function valuesOf(node: Node, level: number): readonly unknown[] {
  switch (node.kind) {
    case 'any':
      return [{ a: 1 }, 'a'];
    case 'text':
      return TEXTS.filter((text) => (node.patterns ?? []).every((pattern) => pattern.test(text)));
    case 'number':
      return [node.ge ?? node.le ?? (node.gt ?? 0) + 1];
    case 'flag':
      return [true, false];
    case 'choice':
      return node.values;
    case 'instant':
      return ['2026-01-02T03:04:05Z'];
    case 'uuid':
      return [randomUUID()];
    case 'list':
      return valuesOf(node.item, level)
        .slice(0, VALUES_MAX)
        .map((item) => [item]);
    case 'map':
      return valuesOf(node.value, level)
        .slice(0, VALUES_MAX)
        .map((value) => ({ TOKEN: value }));
    case 'object':
      return level > NESTED_MAX ? [] : objectsOf(node.type(), level);
    case 'union':
      return node.branches.flatMap((branch) => valuesOf(branch, level));
    case 'tagged':
      return level > NESTED_MAX ? [] : taggedValues(node, level);
    case 'ruled':
      return valuesOf(node.inner, level);
  }
}

/** A full one, and one with nothing but what it must have, for rules about several members. */
function objectsOf(type: Constructor, level: number): readonly object[] {
  const required = shapeOf(type).members.filter((member) => member.required);
  const least = Object.fromEntries(required.map(({ name, node }) => [name, valuesOf(node, level + 1)[0]]));
  return [...attempts(() => sampleOf(type, {}, level + 1)), ...(isValid(type, least) ? [least] : [])];
}

function taggedValues({ by, branches }: Extract<Node, { kind: 'tagged' }>, level: number): readonly unknown[] {
  for (const [name, type] of Object.entries(branches)) {
    const [value] = attempts(() => sampleOf(type(), { [by]: name }, NESTED_MAX + level));
    if (isObject(value)) return [value];
  }
  return [];
}

function attempts(make: () => object): readonly object[] {
  try {
    return [make()];
  } catch {
    return [];
  }
}
