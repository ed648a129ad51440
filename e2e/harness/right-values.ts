import type { Sent } from '@lectern/client';
import { type Constructor, type Member, type Node, parseInstant, shapeOf } from '@lectern/contracts/core';
import fc from 'fast-check';

/** Declarations contain themselves, and nothing is learned from many of one kind. */
const DEPTH_MAX = 20;
const ITEMS_MAX = 3;
const CHARS_MAX = 40;
/** Longer ones say nothing about the check and take long to send. */
const LONG_CHARS_MAX = 4_096;

/** Texts and keys that software gets wrong. */
const oddTexts = [
  '',
  ' ',
  '0',
  'null',
  '__proto__',
  'constructor',
  'toString',
  'a.b',
  "it's",
  '"',
  '\\',
  '\\u0000',
  '%00',
  '$1',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\u2028',
  '\ufeff',
  '\r\n\t',
  '<b>&amp;</b>',
  '{{x}}',
  'مرحبا',
  'e\u0301',
  '𝒳',
  '👩‍👩‍👧',
  '\ufffd',
  'ﬀ',
  'İ',
  'ß',
];
const instants = [
  '2024-02-29',
  '2024-05-01T10:11',
  '2024-05-01T10:11:12',
  '2024-05-01 10:11:12.5',
  '2024-05-01T10:11:12.123456789Z',
  '2024-05-01T23:59:59+14:00',
  '1969-12-31T23:59:59-0330',
  '0001-01-01',
  '9999-12-31T23:59:59.999Z',
].filter((text) => parseInstant(text) !== undefined);

/**
 * Not in keys: V8 may read a key with an escape as an earlier one with a backslash
 * (https://github.com/nodejs/node/issues/63785).
 */
const BACKSLASH = '\\';
/** The gateway leaves out members of the name `__proto__`, wherever they are in a body. */
const NOT_KEPT = /\\|__proto__/;

/** Valid values where a declaration does not determine them, by class or by `Class.member`. */
export type Known = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/**
 * Values that a class declares, each with some of its members: absent, null where that is taken, or a value that its
 * node allows, at its bounds and with texts that are easily mistaken.
 */
export function rightValues<T extends object>(type: Constructor<T>, known: Known, depth = 0): fc.Arbitrary<Sent<T>> {
  // Made from the members of the class, or named by the one who knows.
  return (known[type.name] ?? ofMembers(type, known, depth)) as fc.Arbitrary<Sent<T>>;
}

function ofMembers(type: Constructor, known: Known, depth: number): fc.Arbitrary<object> {
  const { name: owner, members: declared, objectRules } = shapeOf(type);
  // Some members are known to clients, and no value of them is taken.
  const members = declared.filter(({ node }) => node.kind !== 'choice' || node.values.length > 0);
  const parts = members.map((member) => [member.name, memberOf(member, { owner, known, depth })] as const);
  const required = members.filter((member) => member.required).map(({ name }) => name);
  const values = fc.record(Object.fromEntries(parts), { requiredKeys: required, noNullPrototype: true });
  // Those of the whole are about sums that nothing here reaches.
  if (depth === 0) return values;
  const whole = (value: object) => ({ ...defaultsOf(members), ...present(value) }) as never; // what the rules are about
  return values.filter((value) => objectRules.every((rule) => rule(whole(value)) === undefined));
}

interface Place {
  readonly owner: string;
  readonly known: Known;
  readonly depth: number;
}

function memberOf({ name, node, nullable, fallback, required }: Member, { owner, known, depth }: Place) {
  const value = known[`${owner}.${name}`] ?? rightNode(node, known, depth + 1);
  const takesNull = !required && (nullable || fallback !== undefined);
  return takesNull ? fc.option(value, { freq: 8 }) : value;
}

function defaultsOf(members: readonly Member[]): object {
  return Object.fromEntries(members.flatMap(({ name, fallback }) => (fallback ? [[name, fallback()]] : [])));
}

function present(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null && one !== undefined));
}

/** Values that a node allows. */
export function rightNode(node: Node, known: Known, depth = 0): fc.Arbitrary<unknown> {
  const within = (inner: Node) => rightNode(inner, known, depth + 1);
  switch (node.kind) {
    case 'any':
      return fc.jsonValue({ maxDepth: 3 }).filter((value) => !NOT_KEPT.test(JSON.stringify(value)));
    case 'text':
      return ofText(node);
    case 'number':
      return ofNumber(node);
    case 'flag':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...node.values);
    case 'instant':
      return fc.constantFrom(...instants);
    case 'uuid':
      return fc.uuid();
    case 'list':
      return fc.array(within(node.item), {
        minLength: node.min ?? 0,
        maxLength: Math.min(node.max ?? ITEMS_MAX, ITEMS_MAX),
      });
    case 'map':
      return ofMap(node, within(node.value));
    case 'object':
      return depth > DEPTH_MAX ? fc.constant({}) : rightValues(node.type(), known, depth);
    case 'union':
      return fc.oneof(...node.branches.map(within));
    case 'tagged':
      return fc.oneof(
        ...Object.entries(node.branches).map(([tag, type]) =>
          rightValues(type(), known, depth + 1).map((value) => ({ ...value, [node.by]: tag })),
        ),
      );
    case 'ruled':
      return within(node.inner).filter((value) => node.rules.every((rule) => rule(value) === undefined));
  }
}

function ofText({ minLength = 0, maxLength = CHARS_MAX, patterns = [] }: Extract<Node, { kind: 'text' }>) {
  const fits = (text: string) => {
    const { length } = [...text];
    return length >= minLength && length <= maxLength && patterns.every((pattern) => pattern.test(text));
  };
  const odd = oddTexts.filter(fits);
  const [pattern] = patterns;
  const plain = pattern
    ? fc.stringMatching(new RegExp(pattern.source, pattern.flags.replace('i', ''))).filter(fits)
    : fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, CHARS_MAX) }).filter(fits);
  const long = ['x', '𝒳']
    .map((unit) => unit.repeat(maxLength))
    .filter((text) => maxLength <= LONG_CHARS_MAX && fits(text));
  return fc.oneof(
    { weight: 6, arbitrary: plain },
    ...(odd.length > 0 ? [{ weight: 3, arbitrary: fc.constantFrom(...odd) }] : []),
    ...(long.length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom(...long) }] : []),
  );
}

function ofNumber({ whole, ge, le, gt, lt }: Extract<Node, { kind: 'number' }>): fc.Arbitrary<number> {
  if (whole) {
    const bounds = {
      min: ge ?? (gt === undefined ? -1_000_000 : gt + 1),
      max: le ?? (lt === undefined ? 1_000_000 : lt - 1),
    };
    return fc.integer(bounds);
  }
  const least = ge ?? gt;
  const most = le ?? lt;
  return fc.double({
    ...(least !== undefined && { min: least, minExcluded: ge === undefined }),
    ...(most !== undefined && { max: most, maxExcluded: le === undefined }),
    noNaN: true,
    noDefaultInfinity: true,
  });
}

/** Keys come from few, so that a later request names what an earlier one made. */
function ofMap(
  { keys, keyRules = [], sizeMax = ITEMS_MAX }: Extract<Node, { kind: 'map' }>,
  value: fc.Arbitrary<unknown>,
) {
  const candidates = [...oddTexts, 'a', 'body', 'b:c_-', 'x'.repeat(250), 'x'.repeat(64)];
  // No dictionary of JavaScript has this name for a member.
  const right = candidates.filter(
    (key) =>
      key !== '__proto__' &&
      !key.includes(BACKSLASH) &&
      (keys?.test(key) ?? true) &&
      keyRules.every((rule) => rule(key) === undefined),
  );
  const maxKeys = Math.min(sizeMax, ITEMS_MAX);
  return fc.dictionary(fc.constantFrom(...right), value, { maxKeys, noNullPrototype: true });
}
