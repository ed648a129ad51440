import { AppError, validate } from '@lectern/contracts/core';
import { type GeneratedKeyValues, KeyValueFieldPayload, type KvSchema } from '@lectern/contracts/knowledge-box';
import type { KvSchemaField } from '@lectern/contracts/knowledge-box';
import type { AskOperation } from '@lectern/contracts/understanding';
import { keyValuesProblem } from '@lectern/json-schema';
import { type Found, foundNothing } from './agent-findings';
import { type AgentModel, UnusableAnswer } from './agent-model';
import type { AgentText } from './agent-text';
import { quoted } from './answer-parts';
import { fittingText } from './ask-agent';

/** A key-value schema of the knowledge box; undefined if there is none. */
export type SchemaOf = (id: string) => Promise<KvSchema | undefined>;

/** Id of the schema and of the field that an operation fills. */
export function kvSchemaOf({
  kv_schema_id: id,
  destination,
}: Pick<AskOperation, 'kv_schema_id' | 'destination'>): string {
  return id || destination;
}

/**
 * Values that a text has for the keys of a schema.
 *
 * @throws UnusableAnswer for values that break the schema, and without a schema
 */
export async function askedKeyValues(
  operation: AskOperation,
  { text: given }: AgentText,
  { model, schemaOf }: { readonly model: AgentModel; readonly schemaOf: SchemaOf | undefined },
): Promise<Found> {
  const { question, user_prompt: prompted } = operation;
  const own = prompted || model.askPrompt;
  const schema = await schemaOf?.(kvSchemaOf(operation));
  if (!schema) throw new UnusableAnswer(`the knowledge box has no key-value schema ${kvSchemaOf(operation)}`);
  const text = await fittingText(operation, given, model);
  if (text === '') return foundNothing;
  const plain = `Fill in the keys from this text.\n\n${quoted(text)}\n\n${question}`;
  const prompt = own ? own.replaceAll('{question}', () => question).replaceAll('{context}', () => text) : plain;
  const keys = schema.fields.map(({ key, description }) => `- ${key}${description ? `: ${description}` : ''}`);
  const rules =
    'Dates are written like 2024-05-01T00:00:00Z. Leave out keys, other than required ones, for which the text has ' +
    'nothing.';
  const asked = [prompt, '', ...(schema.description ? [schema.description] : []), 'Keys:', ...keys, rules].join('\n');
  const data = await model.object(asked, answerSchema(schema), (answer) => checkedValues(schema, answer));
  return { ...foundNothing, keyValues: [{ schema: schema.id, data }] };
}

function checkedValues(schema: KvSchema, answer: Readonly<Record<string, unknown>>): GeneratedKeyValues['data'] {
  // Models write null or an empty text for what they leave out.
  const given = Object.entries(answer).filter(([, value]) => value !== null && value !== '');
  try {
    const { data } = validate(KeyValueFieldPayload, { data: Object.fromEntries(given) });
    const problem = keyValuesProblem(schema, data);
    if (problem !== undefined) throw new UnusableAnswer(problem);
    return data;
  } catch (error) {
    if (error instanceof AppError) throw new UnusableAnswer(`its values are not valid: ${error.message}`);
    throw error;
  }
}

function answerSchema({ fields }: KvSchema): object {
  const properties = Object.fromEntries(fields.map((field) => [field.key, valueSchema(field)]));
  const required = fields.filter((field) => field.required).map(({ key }) => key);
  return { name: 'values', parameters: { type: 'object', properties, required, additionalProperties: false } };
}

const types = {
  text: { type: 'string' },
  integer: { type: 'integer' },
  float: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', description: 'A date and time such as 2024-05-01T00:00:00Z' },
} as const;

function valueSchema({ type, range, repeated }: KvSchemaField): object {
  const one = types[type];
  if (repeated) return { type: 'array', items: one };
  if (!range) return one;
  const bounds = {
    type: 'object',
    properties: { lower: one, upper: one },
    required: ['lower', 'upper'],
    additionalProperties: false,
  };
  return type === 'date' ? bounds : { anyOf: [one, bounds] };
}
