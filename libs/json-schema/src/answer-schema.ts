import { isObject } from '@lectern/contracts/core';
import type Ajv from 'ajv';
import type { Options } from 'ajv';

const PROBLEM_CHARS_MAX = 300;
const options: Options = { strict: false, validateFormats: false, logger: false };
const metas = new Map<typeof Ajv, Ajv>();
/** Members that make a schema without a `type` describe objects. */
const objectMembers: readonly string[] = [
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
];

/** A caller's schema is invalid, or does not describe an object. The message says why. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

/** A schema against which objects can be checked. */
export interface AnswerSchema {
  /** The error in a value; undefined when it conforms to the schema. */
  problemOf(value: unknown): string | undefined;
}

/**
 * Call this only where it can be terminated: a small schema may compile for long, and a pattern in it may never end.
 *
 * @param sent the schema, plain or as `{name, description, parameters}`; an empty schema allows any object
 * @throws SchemaError
 */
export function answerSchema(sent: object): AnswerSchema {
  const schema = 'parameters' in sent ? sent.parameters : sent;
  if (!isObject(schema)) throw new SchemaError('`parameters` is no JSON Schema');
  const problem = shapeProblem(schema);
  if (problem !== undefined) throw new SchemaError(problem);
  const check = readSchema(schema);
  return {
    problemOf(value) {
      if (!isObject(value)) return 'it is no object';
      try {
        return check(value);
      } catch {
        return 'it is nested too deeply';
      }
    },
  };
}

function shapeProblem(schema: Readonly<Record<string, unknown>>): string | undefined {
  const { type } = schema;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (type !== undefined && !types.includes('object')) return 'the schema must be of an object: `type` is not `object`';
  const names = Object.keys(schema);
  if (type === undefined && names.length > 0 && !names.some((name) => objectMembers.includes(name)))
    return 'it is no JSON Schema of an object: it has neither `type` nor `properties`';
  return undefined;
}

function readSchema({ $schema: dialect, $async: _async, ...schema }: Readonly<Record<string, unknown>>) {
  const Draft = draftOf(dialect);
  const meta = metaOf(Draft);
  try {
    if (meta.validateSchema(schema) !== true) throw new SchemaError(`it is no JSON Schema: ${complaints(meta)}`);
    const ajv = new Draft({ ...options, validateSchema: false });
    const validate = ajv.compile(schema);
    return (value: unknown) => {
      if (validate(value) === true) return undefined;
      return ajv.errorsText(validate.errors, { dataVar: '' }).trim().slice(0, PROBLEM_CHARS_MAX);
    };
  } catch (error) {
    if (error instanceof SchemaError) throw error;
    throw new SchemaError(`it is no JSON Schema: ${schemaProblem(error)}`);
  }
}

/** Checks schemas without keeping them; created once per draft. */
function metaOf(Draft: typeof Ajv): Ajv {
  let meta = metas.get(Draft);
  if (!meta) {
    meta = new Draft(options);
    void meta.validateSchema({});
    metas.set(Draft, meta);
  }
  return meta;
}

/** Loaded with the first schema. */
function draftOf(dialect: unknown): typeof Ajv {
  const { Ajv: Draft7 }: typeof import('ajv') = require('ajv');
  if (typeof dialect !== 'string' || !/draft\/20(19-09|20-12)/.test(dialect)) return Draft7;
  const { Ajv2020 }: typeof import('ajv/dist/2020') = require('ajv/dist/2020');
  // The same methods with the keywords of another draft.
  return Ajv2020 as unknown as typeof Ajv;
}

function complaints({ errors, errorsText }: Ajv): string {
  return errorsText(errors, { dataVar: 'schema' }).slice(0, PROBLEM_CHARS_MAX);
}

function schemaProblem(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, PROBLEM_CHARS_MAX) : 'it cannot be read';
}
