import {
  type AgentSchema,
  type ConfigSchema,
  driverProviders,
  moduleClasses,
  type ModuleKind,
  moduleKinds,
  WorkflowRules,
} from '@lectern/contracts/agents';
import { type Comments, type Constructor, isObject, type JsonSchema, SchemaBook } from '@lectern/contracts/core';
import { moduleTypes } from '../modules/registry';
import { titlesOfDrivers } from './driver-titles';

const DEFS = '#/$defs/';
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Schemas of all that agents can be made of. They are the same for every agent. */
export class AgentSchemas {
  private readonly book: SchemaBook;
  private readonly defs: Readonly<Record<string, JsonSchema>>;

  /** @param comments of the classes of modules and drivers */
  constructor(private readonly comments: Comments) {
    this.book = new SchemaBook(DEFS, undefined, comments).forForms();
    for (const type of this.classes()) this.book.refer(type);
    // A name that older clients use is no further module.
    const names = new Map(
      moduleKinds.flatMap((kind) =>
        moduleTypes(kind).map(({ name }) => [this.refOf(classOfModule(kind, name)).slice(DEFS.length), name] as const),
      ),
    );
    const own = new Set(names.values());
    this.defs = Object.fromEntries(
      Object.entries(this.book.schemas).map(([type, schema]) => {
        const name = names.get(type);
        const named = name === undefined ? schema : withConstant(schema, 'module', name);
        return [type, withOwnNames(named, own)] as const;
      }),
    );
  }

  /** Of every type of module and driver. */
  types(): AgentSchema {
    const ofKind = (kind: ModuleKind) =>
      Object.fromEntries(
        moduleTypes(kind).map(({ name, title, description }) => {
          const config_schema = this.whole(classOfModule(kind, name));
          return [name, { id: name, agent_type: kind, title, description, config_schema }] as const;
        }),
      );
    const agents = {
      preprocess: ofKind('preprocess'),
      context: ofKind('context'),
      generation: ofKind('generation'),
      postprocess: ofKind('postprocess'),
    };
    const drivers = Object.entries(driverProviders).map(([provider, type]) => {
      const title = titlesOfDrivers[provider] ?? provider;
      const description = this.comments[type().name]?.description ?? title;
      return [provider, { id: provider, title, description, config_schema: this.whole(type()) }] as const;
    });
    return { agents, drivers: Object.fromEntries(drivers) };
  }

  /** Of a whole agent. */
  full(): ConfigSchema {
    const listOfModules = (kind: ModuleKind) => {
      const refs = moduleTypes(kind).map(({ name }) => [name, this.refOf(classOfModule(kind, name))] as const);
      return listOf('module', refs);
    };
    const drivers = Object.entries(driverProviders).map(([provider, type]) => [provider, this.refOf(type())] as const);
    const properties = {
      ...Object.fromEntries(moduleKinds.map((kind) => [kind, listOfModules(kind)])),
      drivers: listOf('provider', drivers),
      rules: this.defs[WorkflowRules.name]?.['properties'],
    };
    const rules = isObject(properties.rules) ? properties.rules['rules'] : {};
    const schema = {
      type: 'object',
      properties: { ...properties, rules },
      required: [...moduleKinds, 'drivers', 'rules'],
    };
    return { $schema: DIALECT, title: 'Agent', ...schema, $defs: this.defs };
  }

  /** The schema of a class, and those that it refers to. */
  private whole(type: Constructor): ConfigSchema {
    const name = this.refOf(type).slice(DEFS.length);
    const { [name]: schema = {}, ...others } = this.defs;
    const wanted = new Set<string>();
    const open: unknown[] = [schema];
    while (open.length > 0) {
      for (const ref of refsIn(open.pop())) {
        if (wanted.has(ref)) continue;
        wanted.add(ref);
        open.push(this.defs[ref]);
      }
    }
    const used = Object.entries({ ...others, [name]: schema }).filter(([one]) => wanted.has(one));
    return { $schema: DIALECT, ...schema, ...(used.length > 0 && { $defs: Object.fromEntries(used) }) };
  }

  private refOf(type: Constructor): string {
    return String(this.book.refer(type)['$ref']);
  }

  private classes(): readonly Constructor[] {
    const ofModules = moduleKinds.flatMap((kind) => moduleTypes(kind).map(({ name }) => classOfModule(kind, name)));
    return [...ofModules, ...Object.values(driverProviders).map((type) => type()), WorkflowRules];
  }
}

/** The same schema, in which the property can have one value only. */
function withConstant({ properties, ...schema }: JsonSchema, property: string, value: string): JsonSchema {
  const all = isObject(properties) ? properties : {};
  const { enum: _, ...before } = isObject(all[property]) ? all[property] : {};
  return { ...schema, properties: { ...all, [property]: { ...before, const: value } } };
}

function classOfModule(kind: ModuleKind, name: string): Constructor {
  const type = moduleClasses[kind][name];
  if (!type) throw new Error(`The contracts have no ${kind} module ${name}`);
  return type();
}

function listOf(propertyName: string, refs: readonly (readonly [string, string])[]): JsonSchema {
  const oneOf = [...new Set(refs.map(([, ref]) => ref))].map(($ref) => ({ $ref }));
  return { type: 'array', items: { oneOf, discriminator: { propertyName, mapping: Object.fromEntries(refs) } } };
}

/** Names of schemas that a schema refers to. */
function refsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (!isObject(value)) return [];
  const { $ref } = value;
  const own = typeof $ref === 'string' && $ref.startsWith(DEFS) ? [$ref.slice(DEFS.length)] : [];
  return [...own, ...Object.values(value).flatMap(refsIn)];
}

/** The same schema, in which mappings of modules have each module under its own name only. */
function withOwnNames<T>(value: T, named: ReadonlySet<string>): T {
  // The same list with changed items.
  if (Array.isArray(value)) return value.map((item) => withOwnNames(item, named)) as T;
  if (!isObject(value)) return value;
  const { propertyName, mapping } = value;
  const changed =
    propertyName === 'module' && isObject(mapping)
      ? { ...value, mapping: Object.fromEntries(Object.entries(mapping).filter(([name]) => named.has(name))) }
      : Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withOwnNames(member, named)]));
  return changed as T; // As above.
}
