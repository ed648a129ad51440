import type { Constructor } from '../core/input';
import { isObject } from '../core/json-object';
import { wholeBodyOf } from './decorators';
import type { ChoiceNode, MapNode, Node, NumberNode, TextNode } from './node';
import { type Member, shapeOf } from './shape';

/** A JSON Schema, draft 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** How a schema spells names, where a deployment spells them differently. */
export interface Spelling {
  /** Name of a member as the deployment writes it. */
  memberOut(name: string): string;
  /** A value of a member as the deployment writes it. */
  valueOut(member: string, value: string): string;
}

/** Doc comments of a class and its members, by name of the class. */
export type Comments = Readonly<
  Record<string, { readonly description?: string; readonly members?: Readonly<Record<string, string>> }>
>;

/** Marks what must keep to more than a schema can say; a refusal has the type `value_error`. */
const FURTHER_RULES = 'x-further-rules';

const canonicalSpelling: Spelling = { memberOut: (name) => name, valueOut: (_, value) => value };

/** Makes schemas of classes; each class is described once, under its name, and referred to. */
export class SchemaBook {
  private readonly names = new Map<Constructor, string>();
  private readonly described = new Map<string, JsonSchema>();
  private isForForms = false;

  /** @param folder where references point to, such as `#/components/schemas/` */
  constructor(
    private readonly folder: string,
    private readonly spelling: Spelling = canonicalSpelling,
    private readonly comments: Comments = {},
  ) {}

  /** Every class that was referred to so far, by name. */
  get schemas(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.described].sort(([a], [b]) => a.localeCompare(b)));
  }

  /** From now on members have a title and what `@Widget` says, and one literal is a `const`. */
  forForms(): this {
    this.isForForms = true;
    return this;
  }

  /** A reference to the schema of a class. */
  refer(type: Constructor): JsonSchema {
    const known = this.names.get(type);
    if (known !== undefined) return { $ref: `${this.folder}${known}` };
    const taken = [...this.names.values()].filter(
      (name) => name === type.name || name.startsWith(`${type.name}_`),
    ).length;
    const name = taken === 0 ? type.name : `${type.name}_${taken + 1}`;
    this.names.set(type, name);
    this.described.set(name, this.describe(type));
    return { $ref: `${this.folder}${name}` };
  }

  /** Schema of a member of a class, without regard to null. */
  ofMember({ node, name }: Pick<Member, 'node' | 'name'>): JsonSchema {
    return this.ofNode(node, name);
  }

  private describe(type: Constructor): JsonSchema {
    const whole = wholeBodyOf(type);
    return whole
      ? { ...descriptionOf(this.comments[type.name]), ...this.ofNode(whole, '') }
      : this.describeObject(type);
  }

  private describeObject(type: Constructor): JsonSchema {
    const { members, unsupported, forbidsUnknown, objectRules } = shapeOf(type);
    const { members: comments = {} } = this.comments[type.name] ?? {};
    const left = new Set(unsupported.map(({ name }) => name));
    const properties = Object.fromEntries([
      ...Object.keys(new type())
        .filter((name) => !left.has(name))
        .map((name) => [this.spelling.memberOut(name), {}] as const),
      ...members.map((member) => {
        const comment = comments[member.name];
        const schema = {
          ...(this.isForForms && { title: memberTitle(member.name), ...member.hint }),
          ...(comment !== undefined && { description: comment }),
          ...this.describeMember(member),
        };
        return [this.spelling.memberOut(member.name), schema] as const;
      }),
    ]);
    const required = members.filter((member) => member.required).map(({ name }) => this.spelling.memberOut(name));
    return {
      type: 'object',
      ...descriptionOf(this.comments[type.name]),
      properties,
      ...(required.length > 0 && { required }),
      ...(forbidsUnknown && { additionalProperties: false }),
      ...(objectRules.length > 0 && { [FURTHER_RULES]: true }),
    };
  }

  private describeMember(member: Member): JsonSchema {
    const schema = this.ofMember(member);
    const fallback = member.fallback?.();
    // Null is read as the default.
    const either = member.nullable || member.fallback ? { anyOf: [schema, { type: 'null' }] } : schema;
    // Generators of clients refuse an object as the default of a member that may be null, and leave out its schema.
    return fallback === undefined || isObject(fallback) ? either : { ...either, default: fallback };
  }

  private ofNode(node: Node, member: string): JsonSchema {
    switch (node.kind) {
      case 'any':
        return {};
      case 'text':
        return ofText(node);
      case 'number':
        return ofNumber(node);
      case 'flag':
        return { type: 'boolean' };
      case 'choice':
        return this.ofChoice(node, member);
      case 'instant':
        return { type: 'string', format: 'date-time' };
      case 'uuid':
        return { type: 'string', format: 'uuid' };
      case 'list':
        return withDefined({
          type: 'array',
          items: this.ofNode(node.item, member),
          minItems: node.min,
          maxItems: node.max,
        });
      case 'map':
        return this.ofMap(node, member);
      case 'object':
        return this.refer(node.type());
      case 'union':
        return node.branches.length === 1 && node.branches[0]
          ? this.ofNode(node.branches[0], member)
          : { anyOf: node.branches.map((branch) => this.ofNode(branch, member)) };
      case 'tagged': {
        const branches = Object.entries(node.branches).map(([tag, type]) => [tag, this.refer(type())['$ref']] as const);
        return {
          oneOf: [...new Set(branches.map(([, ref]) => ref))].map(($ref) => ({ $ref })),
          discriminator: { propertyName: this.spelling.memberOut(node.by), mapping: Object.fromEntries(branches) },
        };
      }
      case 'ruled':
        return { ...this.ofNode(node.inner, member), [FURTHER_RULES]: true };
    }
  }

  private ofChoice({ values }: ChoiceNode, member: string): JsonSchema {
    const spelt = values.map((value) => (typeof value === 'string' ? this.spelling.valueOut(member, value) : value));
    return this.isForForms && spelt.length === 1 ? { type: typeof spelt[0], const: spelt[0] } : ofChoice(spelt);
  }

  private ofMap({ value, keys, sizeMax }: MapNode, member: string): JsonSchema {
    return withDefined({
      type: 'object',
      additionalProperties: value.kind === 'any' ? undefined : this.ofNode(value, member),
      propertyNames: keys && { pattern: keys.source },
      maxProperties: sizeMax,
    });
  }
}

/** `max_retries`: Max retries. */
function memberTitle(name: string): string {
  const words = name.replace(/_+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function descriptionOf(comment: Comments[string] | undefined): JsonSchema {
  return comment?.description === undefined ? {} : { description: comment.description };
}

/** Code generators take an enum of one type only. */
function ofChoice(values: ChoiceNode['values']): JsonSchema {
  const types = [...new Set(values.map((value) => typeof value))];
  const schemas = types.map((type) => ({ type, enum: values.filter((value) => typeof value === type) }));
  if (schemas.length === 0) return { not: {} };
  return schemas.length === 1 && schemas[0] ? schemas[0] : { anyOf: schemas };
}

function ofText({ minLength, maxLength, patterns = [] }: TextNode): JsonSchema {
  const [pattern, ...more] = patterns.map(({ source }) => source);
  const allOf = more.length > 0 ? more.map((other) => ({ pattern: other })) : undefined;
  return withDefined({ type: 'string', minLength, maxLength, pattern, allOf });
}

function ofNumber({ whole, ge, le, gt, lt }: NumberNode): JsonSchema {
  const bounds = { exclusiveMinimum: gt, exclusiveMaximum: lt };
  if (!whole) return withDefined({ type: 'number', minimum: ge, maximum: le, ...bounds });
  const minimum = ge ?? (gt === undefined ? Number.MIN_SAFE_INTEGER : undefined);
  const maximum = le ?? (lt === undefined ? Number.MAX_SAFE_INTEGER : undefined);
  return withDefined({ type: 'integer', minimum, maximum, ...bounds });
}

function withDefined(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}
