import { parseInstant } from '@lectern/contracts/core';
import type { KeyValue, KeyValueType, KvSchema, KvSchemaField } from '@lectern/contracts/knowledge-box';

/** The format of RFC 3339; the date itself may still be invalid, such as 31 February. */
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/i;
/** Texts that parsers of other ISO 8601 forms would read as a date and time with a zone. */
const DATE_LIKE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;

type Values = Readonly<Record<string, KeyValue>>;
type Range = Extract<KeyValue, { readonly lower: unknown }>;

/** The error in the values of a key-value field, in the words of the interface; undefined if there is none. */
export function keyValuesProblem({ id, fields }: Pick<KvSchema, 'id' | 'fields'>, values: Values): string | undefined {
  const known = new Set(fields.map(({ key }) => key));
  const unknown = Object.keys(values).filter((key) => !known.has(key));
  if (unknown.length > 0) return `Unknown keys for schema '${id}': ${listedKeys(unknown)}`;
  const missing = fields.filter(({ key, required }) => required && !Object.hasOwn(values, key)).map(({ key }) => key);
  if (missing.length > 0) return `Missing required keys for schema '${id}': ${listedKeys(missing)}`;
  for (const field of fields) {
    const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined;
    const problem = value === undefined ? undefined : valueProblem(field, value);
    if (problem !== undefined) return `Key '${field.key}' in schema '${id}' ${problem}`;
  }
  return undefined;
}

/** The error in one value, as the end of a sentence about its key. */
function valueProblem(field: KvSchemaField, value: KeyValue): string | undefined {
  if (isRange(value)) return rangeProblem(field, value);
  if (Array.isArray(value)) {
    if (!field.repeated) return expects(field, 'list');
    return value.some(looksLikeDate) ? dateInText(field) : undefined;
  }
  if (field.type === 'date' && field.range && isDate(value)) return expects(field, 'a date that is no range');
  if (field.type === 'text' && looksLikeDate(value)) return dateInText(field);
  return isValueOf(field.type, value) ? undefined : expects(field, keyValueType(value));
}

function rangeProblem(field: KvSchemaField, { lower, upper }: Range): string | undefined {
  const kinds = [keyValueType(lower), keyValueType(upper)];
  if (!field.range) return expects(field, 'range');
  if (![lower, upper].every((bound) => isValueOf(field.type, bound))) {
    return expects(field, `range from ${kinds.join(' to ')}`);
  }
  const isRising = field.type === 'date' ? nanosecondsOf(lower) < nanosecondsOf(upper) : lower < upper;
  return isRising ? undefined : 'expects a range whose lower bound is below its upper bound';
}

/** Whether a single value is of the type. */
export function isValueOf(type: KeyValueType, value: unknown): boolean {
  switch (type) {
    case 'text':
      return typeof value === 'string';
    case 'integer':
      return Number.isSafeInteger(value);
    case 'float':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return isDate(value);
  }
}

function expects({ type }: KvSchemaField, kind: string): string {
  return `expects type '${type}', got ${kind}`;
}

function dateInText(field: KvSchemaField): string {
  return `expects type '${field.type}', but the value looks like a date. Give the key the type 'date', or write the value without a time zone.`;
}

/** The type of a value, where it can be determined. */
export function keyValueType(value: unknown): string {
  if (typeof value === 'string') return isDate(value) ? 'date' : 'text';
  if (typeof value !== 'number') return typeof value;
  if (!Number.isInteger(value)) return 'float';
  return Number.isSafeInteger(value) ? 'integer' : 'an integer above 2^53';
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && DATE_TIME.test(value) && parseInstant(value) !== undefined;
}

function looksLikeDate(value: unknown): boolean {
  return typeof value === 'string' && DATE_LIKE.test(value) && parseInstant(value) !== undefined;
}

/** Nanoseconds of a valid date. */
function nanosecondsOf(value: string | number): bigint {
  const [, fraction = ''] = /\.(\d+)/.exec(String(value)) ?? [];
  const milliseconds = parseInstant(String(value))?.getTime() ?? 0;
  return BigInt(milliseconds) * 1_000_000n + BigInt(fraction.slice(3).padEnd(6, '0'));
}

function isRange(value: KeyValue): value is Range {
  return typeof value === 'object' && !Array.isArray(value);
}

function listedKeys(keys: readonly string[]): string {
  return `[${keys
    .toSorted()
    .map((key) => `'${key}'`)
    .join(', ')}]`;
}
