import type { Constructor, InterfaceDescription, JsonSchema, SchemaBook, WireNames } from '@lectern/contracts/core';

const COMPONENTS = '#/components/schemas/';

/** Schemas of answers under the names that a deployment writes; referenced schemas are collected. */
export class AnswerBook {
  private readonly referred = new Map<string, JsonSchema>();
  private readonly taken: ReadonlySet<string>;

  constructor(
    private readonly answers: InterfaceDescription['answers'],
    private readonly names: WireNames,
    /** Has taken names with another meaning, and describes classes by their decorators. */
    private readonly requests: SchemaBook,
  ) {
    this.taken = new Set(Object.keys(requests.schemas));
  }

  /** Everything that was referred to so far, by name. */
  get schemas(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(this.referred);
  }

  /** A reference to a class, by its decorators where it is not of the contracts. */
  refer(type: Constructor<unknown>): JsonSchema {
    // Answers are objects; only their type parameter is wider.
    return type.name in this.answers ? this.reference(type.name) : this.requests.refer(type as Constructor);
  }

  /** @throws Error when the class has no such member */
  member({ name }: Constructor<unknown>, member: string): JsonSchema {
    const properties = this.answers[name]?.['properties'];
    const schema: unknown = properties instanceof Object ? Reflect.get(properties, member) : undefined;
    if (schema === undefined) throw new Error(`${name} has no member ${member}: npm run docs`);
    return this.spelt(schema) as JsonSchema; // a schema stays one
  }

  /** @throws Error when the type is not described */
  private reference(type: string): JsonSchema {
    const name = this.taken.has(type) ? `${type}Answer` : type;
    if (!this.referred.has(name)) {
      const schema = this.answers[type];
      if (!schema) throw new Error(`${type} is not described: npm run docs`);
      this.referred.set(name, {});
      this.referred.set(name, this.spelt(schema) as JsonSchema); // as above
    }
    return { $ref: `${COMPONENTS}${name}` };
  }

  private spelt(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((item) => this.spelt(item));
    if (!(schema instanceof Object)) return schema;
    return Object.fromEntries(Object.entries(schema).flatMap((entry) => this.speltEntry(entry)));
  }

  private speltEntry([key, value]: readonly [string, unknown]): readonly (readonly [string, unknown])[] {
    if (key === '$ref') return Object.entries(this.reference(String(value).slice(COMPONENTS.length)));
    if (key === 'properties' && value instanceof Object)
      return [[key, Object.fromEntries(Object.entries(value).map(([name, one]) => this.speltMember(name, one)))]];
    if (key === 'required' && Array.isArray(value))
      return [[key, value.map((name) => this.names.memberOut(String(name)))]];
    return [[key, this.spelt(value)]];
  }

  private speltMember(name: string, schema: unknown): readonly [string, unknown] {
    const { enum: values, ...others } = Object(schema);
    const known = Array.isArray(values) && {
      enum: values.map((value: unknown) => (typeof value === 'string' ? this.names.valueOut(name, value) : value)),
    };
    return [this.names.memberOut(name), { ...Object(this.spelt(others)), ...known }];
  }
}
