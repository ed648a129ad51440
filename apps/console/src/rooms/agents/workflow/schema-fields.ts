import type { ConfigSchema } from '@lectern/contracts/agents';

/** How a member of a configuration is edited. */
export type FieldKind =
  | 'text'
  | 'long'
  | 'number'
  | 'switch'
  | 'choice'
  | 'choices'
  | 'lines'
  | 'model'
  | 'source'
  | 'sources'
  | 'json';

/** A member of a configuration that a form shows. */
export interface SchemaField {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  /** Stored sealed and never shown: empty in the form means unchanged. */
  readonly isSecret: boolean;
  /** The value where nothing is given. */
  readonly byDefault: unknown;
  readonly options: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly charsMax?: number;
}

/** A member that holds further modules. */
export interface ModuleSlot {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Whether it holds several. */
  readonly isList: boolean;
  /** Names of the modules that it may hold. */
  readonly modules: readonly string[];
}

/** Members that the page shows by itself: what a module is, and its title, which is above the form. */
const APART = new Set(['id', 'module', 'title']);

/** Of the form of a driver, whose secrets their descriptions name. */
const SECRET = /\bSecret\.$/;

/** The members that a form shows, those that must be given first. */
export function fieldsOf(schema: ConfigSchema): readonly SchemaField[] {
  const slots = new Set(slotsOf(schema).map(({ name }) => name));
  const required = textsIn(schema['required']);
  const fields = Object.entries(objectOf(schema['properties'])).flatMap(([name, property]) => {
    const given = objectOf(property);
    if (APART.has(name) || slots.has(name) || given['widget'] === 'not_show') return [];
    return [fieldOf({ name, given, schema, isRequired: required.includes(name) })];
  });
  return [...fields.filter(({ isRequired }) => isRequired), ...fields.filter(({ isRequired }) => !isRequired)];
}

/** The members that hold further modules, in the order of the schema. */
export function slotsOf(schema: ConfigSchema): readonly ModuleSlot[] {
  return Object.entries(objectOf(schema['properties'])).flatMap(([name, property]) => {
    const given = objectOf(property);
    const type = typeOf(given, schema);
    const isList = type['type'] === 'array';
    const holder = isList ? objectOf(type['items']) : type;
    const mapping = objectOf(objectOf(holder['discriminator'])['mapping']);
    const modules = Object.keys(mapping);
    return modules.length === 0 ? [] : [{ name, ...wordsOf(name, given), isList, modules }];
  });
}

/** The schema of the settings of a driver, which are a member of it. */
export function configOf(driver: ConfigSchema): ConfigSchema {
  const { config } = objectOf(driver['properties']);
  return { ...resolved(objectOf(config), driver), $defs: driver['$defs'] };
}

interface Given {
  readonly name: string;
  readonly given: ConfigSchema;
  readonly schema: ConfigSchema;
  readonly isRequired: boolean;
}

function fieldOf({ name, given, schema, isRequired }: Given): SchemaField {
  const type = typeOf(given, schema);
  const words = wordsOf(name, given);
  return {
    name,
    ...words,
    kind: kindOf(given['widget'], type, schema),
    isRequired,
    isSecret: SECRET.test(words.description) || given['widget'] === 'api_headers_field',
    byDefault: given['default'],
    options: optionsOf(type['type'] === 'array' ? resolved(objectOf(type['items']), schema) : type),
    ...numberMember('minimum', type['minimum']),
    ...numberMember('maximum', type['maximum']),
    ...numberMember('charsMax', type['maxLength']),
  };
}

const kindsOfWidgets: Readonly<Record<string, FieldKind>> = {
  expandable_textarea: 'long',
  model_select: 'model',
  driver_select: 'source',
  filtered_source_select: 'sources',
  array_string_field: 'lines',
  rules_field: 'lines',
  code_editor: 'json',
};

function kindOf(widget: unknown, type: ConfigSchema, schema: ConfigSchema): FieldKind {
  const known = typeof widget === 'string' ? kindsOfWidgets[widget] : undefined;
  if (known !== undefined) return known;
  if (type['enum'] !== undefined || type['const'] !== undefined) return 'choice';
  if (type['type'] === 'boolean') return 'switch';
  if (type['type'] === 'integer' || type['type'] === 'number') return 'number';
  if (type['type'] === 'array') {
    const item = resolved(objectOf(type['items']), schema);
    if (item['enum'] !== undefined || item['const'] !== undefined) return 'choices';
    return item['type'] === 'string' ? 'lines' : 'json';
  }
  return type['type'] === 'string' ? 'text' : 'json';
}

function optionsOf(type: ConfigSchema): readonly string[] {
  return type['const'] === undefined ? textsIn(type['enum']) : [String(type['const'])];
}

function wordsOf(name: string, { title, description }: ConfigSchema) {
  return {
    title: typeof title === 'string' ? title : name,
    description: typeof description === 'string' ? description : '',
  };
}

/** A member is of one type, or null. */
function typeOf(given: ConfigSchema, schema: ConfigSchema): ConfigSchema {
  const types = Array.isArray(given['anyOf']) ? given['anyOf'].map(objectOf) : [given];
  const [only, ...others] = types.filter(({ type }) => type !== 'null');
  return only && others.length === 0 ? resolved(only, schema) : {};
}

function resolved(type: ConfigSchema, schema: ConfigSchema): ConfigSchema {
  const { $ref: reference } = type;
  if (typeof reference !== 'string') return type;
  return objectOf(objectOf(schema['$defs'])[reference.replace('#/$defs/', '')]);
}

function numberMember<K extends string>(name: K, value: unknown): Partial<Record<K, number>> {
  return typeof value === 'number' ? ({ [name]: value } as Record<K, number>) : {}; // of one member
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function objectOf(value: unknown): ConfigSchema {
  // An object of members of any type.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ConfigSchema) : {};
}
