import { isObject } from '@lectern/contracts/core';
import type { ContextEntry } from '../context-entry';
import { read } from './reader';

const PROPERTIES_MAX = 100;

type Property = Readonly<Record<string, unknown>>;

/**
 * Fills a JSON Schema from the context: each property becomes a question from its name and description, and its type
 * decides which part of the answering sentences is used. Properties without an answer are omitted.
 *
 * @param schema function style `{parameters: {…}}` or the schema itself
 */
export function readObject(schema: object, context: readonly ContextEntry[]): Readonly<Record<string, unknown>> {
  const body = 'parameters' in schema && isObject(schema.parameters) ? schema.parameters : schema;
  const properties = 'properties' in body && isObject(body.properties) ? body.properties : {};
  const found = Object.entries(properties)
    .slice(0, PROPERTIES_MAX)
    .map(
      ([name, property]) => [name, isObject(property) ? propertyValue(name, property, context) : undefined] as const,
    );
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

function propertyValue(name: string, property: Property, context: readonly ContextEntry[]): unknown {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ');
  const question = typeof property.description === 'string' ? `${words}: ${property.description}` : words;
  const { chosen, best } = read(question, context);
  if (best === undefined) return undefined;
  const texts = chosen.map(({ text }) => text);
  if (Array.isArray(property.enum)) return mentioned(property.enum, texts.join(' '));
  switch (property.type) {
    case 'number':
      return numberIn(best);
    case 'integer':
      return integerOf(numberIn(best));
    case 'array':
      return answeredList(property.items, texts);
    case 'string':
      return best;
    default:
      return undefined;
  }
}

function mentioned(values: readonly unknown[], text: string): unknown {
  const said = text.toLowerCase();
  return values.find((value) => typeof value === 'string' && value !== '' && said.includes(value.toLowerCase()));
}

function answeredList(items: unknown, texts: readonly string[]): readonly unknown[] | undefined {
  const type = isObject(items) ? items.type : 'string';
  if (type === 'string') return texts;
  return type === 'number' || type === 'integer'
    ? texts.map(numberIn).filter((value) => value !== undefined)
    : undefined;
}

/** The first number, with thousands marked by commas or spaces, or undefined. */
function numberIn(text: string): number | undefined {
  const [found] = /-?\d{1,3}(?:[, \u00a0\u202f]\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?/.exec(text) ?? [];
  return found === undefined ? undefined : Number(found.replace(/[, \u00a0\u202f]/g, ''));
}

function integerOf(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.round(value);
}
