/** How one member of the keys of a provider is written. */
export interface KeyField {
  /** Members that lead to it, `['generation_config', 'temperature']`. */
  readonly path: readonly string[];
  /** Name in the interface's words, which are English. */
  readonly title: string;
  readonly info: string | undefined;
  readonly kind: 'secret' | 'text' | 'number' | 'flag' | 'choice' | 'numbers';
  readonly isRequired: boolean;
  /** Of a choice. */
  readonly values: readonly string[];
}

/** Texts of a form by path. */
export type KeyTexts = Readonly<Record<string, string>>;

/** The part of JSON Schema that describes keys. */
interface KeySchema {
  readonly title?: string;
  readonly type?: string;
  readonly info?: string;
  readonly widget?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly { readonly type?: string }[];
  readonly properties?: Readonly<Record<string, KeySchema>>;
  readonly required?: readonly string[];
}

/** In the place of a stored secret. */
const MASK = '********';
const DEPTH_MAX = 3;

/** What the keys of a provider consist of, those that must be given first. @param schema as the API describes them */
export function keyFields(schema: unknown): readonly KeyField[] {
  const fields = fieldsOf(asSchema(schema), []);
  return [...fields.filter(({ isRequired }) => isRequired), ...fields.filter(({ isRequired }) => !isRequired)];
}

/** Name of a provider for people; its id where the schema has none. */
export function providerTitle(id: string, schema: unknown): string {
  return asSchema(schema).title ?? id;
}

function asSchema(value: unknown): KeySchema {
  // The API writes these schemas; whatever else there is has no members.
  return typeof value === 'object' && value !== null ? value : {};
}

function fieldsOf({ properties = {}, required = [] }: KeySchema, path: readonly string[]): readonly KeyField[] {
  if (path.length >= DEPTH_MAX) return [];
  return Object.entries(properties).flatMap(([name, schema]) => {
    const place = [...path, name];
    if (schema.properties) return fieldsOf(schema, place);
    const { title = name, info, enum: values = [] } = schema;
    return [{ path: place, title, info, kind: kindOf(schema), isRequired: required.includes(name), values }];
  });
}

function kindOf({ widget, enum: values, type, anyOf = [] }: KeySchema): KeyField['kind'] {
  const types = [type, ...anyOf.map((one) => one.type)];
  if (widget === 'password') return 'secret';
  if (values) return 'choice';
  if (types.includes('array')) return 'numbers';
  if (types.includes('boolean')) return 'flag';
  return types.includes('number') || types.includes('integer') ? 'number' : 'text';
}

export const keyOf = ({ path }: KeyField) => path.join('.');

/** Texts of stored keys; secrets are not shown. */
export function keyTexts(fields: readonly KeyField[], stored: unknown): KeyTexts {
  const texts = fields.map((field) => {
    const value = field.path.reduce<unknown>((inner, name) => memberOf(inner, name), stored);
    return [keyOf(field), field.kind === 'secret' || value === undefined || value === null ? '' : String(value)];
  });
  return Object.fromEntries(texts);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Whether a secret is stored, which stays when its field is left empty. */
export function isStored({ path, kind }: KeyField, stored: unknown): boolean {
  return kind === 'secret' && path.reduce<unknown>((inner, name) => memberOf(inner, name), stored) === MASK;
}

/** The keys that a form says: empty fields are left out, and stored secrets kept. */
export function keysOf(fields: readonly KeyField[], texts: KeyTexts, stored: unknown): Record<string, unknown> {
  const keys: Record<string, unknown> = {};
  for (const field of fields) {
    const text = (texts[keyOf(field)] ?? '').trim() || (isStored(field, stored) ? MASK : '');
    if (text !== '') put(keys, field.path, valueOf(field, text));
  }
  return keys;
}

function valueOf({ kind }: KeyField, text: string): unknown {
  if (kind === 'number') return Number(text);
  if (kind === 'flag') return text === 'true';
  if (kind === 'numbers') return text.split(/[\s,;]+/).map(Number);
  return text;
}

function put(keys: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) return void (keys[name] = value);
  const inner: Record<string, unknown> = { ...asRecord(keys[name]) };
  put(inner, rest, value);
  keys[name] = inner;
}

function asRecord(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
