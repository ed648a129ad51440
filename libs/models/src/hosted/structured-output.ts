import { AppError } from '@lectern/contracts/core';
import type { ChatCall } from './chat-model';

/** Error message for an answer that is not a JSON object. */
export const NO_OBJECT = 'The model provider sent no JSON object';

type ResponseFormat = NonNullable<ChatCall['responseFormat']>;

/**
 * Converts `{name, description?, parameters}`, or a plain JSON Schema with a title; without members any object is
 * allowed.
 */
export function formatOfSchema(schema: object): ResponseFormat {
  if (Object.keys(schema).length === 0) return { type: 'json' };
  const isFunction = 'parameters' in schema && typeof schema.parameters === 'object' && schema.parameters !== null;
  const body = isFunction ? schema.parameters : schema;
  const name = schemaText(schema, 'name') ?? schemaText(schema, 'title') ?? 'answer';
  return {
    type: 'json',
    // The schema comes from the caller; the server validates it.
    schema: body as Extract<ResponseFormat, { type: 'json' }>['schema'],
    name: name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'answer',
    description: schemaText(schema, 'description'),
  };
}

/**
 * Parses the object of an answer, with or without a code fence around it.
 *
 * @throws AppError `provider_failed` when there is none
 */
export function objectIn(text: string): object {
  const body = text.trim().replace(/^```(?:json)?\s*|\s*```$/g, '');
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Reported below, together with JSON that is not an object.
  }
  throw new AppError('provider_failed', NO_OBJECT);
}

function schemaText(schema: object, member: 'name' | 'title' | 'description'): string | undefined {
  const value = Object.entries(schema).find(([name]) => name === member)?.[1];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
