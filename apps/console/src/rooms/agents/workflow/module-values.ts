import type { SchemaField } from './schema-fields';

/** What a form holds of each member: text, as people type it, or what needs no reading. */
export type FormValues = Readonly<Record<string, string | boolean | readonly string[]>>;

/** A form for a configuration. */
export function valuesOf(fields: readonly SchemaField[], config: Readonly<Record<string, unknown>>): FormValues {
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field, config[field.name])]));
}

function valueOf({ kind, isSecret, byDefault }: SchemaField, given: unknown): string | boolean | readonly string[] {
  const value = given ?? (isSecret ? undefined : byDefault);
  switch (kind) {
    case 'switch':
      return value === true;
    case 'choices':
    case 'sources':
      return Array.isArray(value) ? value.map(String) : [];
    case 'lines':
      return Array.isArray(value) ? value.map(lineOf).join('\n') : '';
    case 'json':
      return value === undefined || value === null ? '' : JSON.stringify(value, null, 2);
    default:
      return textOf(value);
  }
}

/** A model with its settings is edited as it is stored. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function lineOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The configuration that a form describes, or the names of the members that it has wrong. */
export type ReadValues =
  | { readonly config: Readonly<Record<string, unknown>>; readonly wrong?: undefined }
  | { readonly wrong: readonly string[] };

/** An empty member is null, which means the default; a secret that is empty stays as it is stored. */
export function configOfValues(
  fields: readonly SchemaField[],
  values: FormValues,
  { isStored }: { readonly isStored: boolean },
): ReadValues {
  const wrong: string[] = [];
  const config = Object.fromEntries(
    fields.map((field) => {
      const value = readValue(field, values[field.name]);
      const isLacking = value === null && field.isRequired && !(field.isSecret && isStored);
      if (value === FAULTY || isLacking) wrong.push(field.name);
      return [field.name, value];
    }),
  );
  return wrong.length > 0 ? { wrong } : { config };
}

const FAULTY = Symbol('not readable');

function readValue({ kind, minimum, maximum }: SchemaField, value: FormValues[string] = ''): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (kind === 'lines')
    return text === ''
      ? []
      : text
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean);
  if (text === '') return null;
  if (kind === 'number') {
    const number = Number(text);
    return number >= (minimum ?? -Infinity) && number <= (maximum ?? Infinity) ? number : FAULTY;
  }
  if (kind === 'json' || (kind === 'model' && text.startsWith('{'))) return parsed(text);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return FAULTY;
  }
}
