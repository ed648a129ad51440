import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AnyOperation,
  type AnySocket,
  type Constructor,
  doorsOf,
  type InterfaceDescription,
  type JsonSchema,
  SchemaBook,
} from '@lectern/contracts/core';
import type { SchemaGenerator } from 'ts-json-schema-generator';
import { operationComments } from './operation-comments';
import { schemaGenerator } from './schema-generator';

const DEFINITIONS = '#/definitions/';

/**
 * The part of the interface that is not in the declarations of operations: schemas of answers, descriptions of
 * operations and of all that requests and answers consist of, from types and comments; recorded calls.
 */
export function describeInterface(
  root: string,
  { operations, sockets }: { readonly operations: readonly AnyOperation[]; readonly sockets: readonly AnySocket[] },
): InterfaceDescription {
  const generator = schemaGenerator(join(root, 'libs/contracts/src/*.ts'), join(root, 'tsconfig.base.json'));
  const all = operations.flatMap(doorsOf);
  const frames = sockets.map((socket) => socket.frames);
  const answers = all.flatMap(({ answer, document, http, stream }) => [
    // A stream of bytes has no schema.
    stream && http?.reply === 'binary' ? undefined : (document ?? answer),
    http?.writes,
    http?.collect?.writes,
    http?.refusalWrites,
  ]);
  const messages = sockets.flatMap(({ params, query, messages: said }) => [
    params,
    query,
    ...Object.values(said).map((handling) => ('takes' in handling ? handling.takes : undefined)),
  ]);
  const requests = all.flatMap(({ params, query, headers, body }) => [params, query, headers, body]);
  const book = new SchemaBook(DEFINITIONS);
  // The parts of a request are objects.
  for (const type of [...requests, ...messages]) if (type) book.refer(type as Constructor);
  // The generator drops the names of types that occur in intersections only.
  const classes = Object.keys(book.schemas).map((name) => ({ name }));
  const requestComments = Object.entries(definitionsOf(generator, classes)).map(
    ([name, schema]) => [name, commentOf(schema)] as const,
  );
  return {
    answers: definitionsOf(generator, [...answers, ...frames]),
    comments: Object.fromEntries(requestComments),
    operations: sorted(operationComments(root)),
    examples: recordedExamples(join(root, 'libs/contracts/src')),
  };
}

/** Of all files beside operations. */
function recordedExamples(folder: string): InterfaceDescription['examples'] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => isOfExamples(file));
  const recorded: InterfaceDescription['examples'][] = files.map((file) =>
    JSON.parse(readFileSync(join(folder, file), 'utf8')),
  );
  return sorted(Object.assign({}, ...recorded));
}

const isOfExamples = (file: string) => file.endsWith('.examples.json');

type Named = { readonly name: string } | undefined;

/** Schemas of types and of the types they use, by name; unnamed types are inlined. */
function definitionsOf(generator: SchemaGenerator, types: readonly Named[]): Record<string, JsonSchema> {
  const names = new Set(types.flatMap((type) => type?.name ?? []));
  const all: Definitions = Object.assign({}, ...[...names].map((name) => schemaOf(generator, name).definitions));
  const named = Object.keys(all)
    .filter((name) => !isInlined(name, all))
    .sort();
  // A value converted from an object is an object.
  return Object.fromEntries(named.map((name) => [name, converted(all[name], all) as JsonSchema]));
}

/** @throws Error naming the type; what the generator throws prints the whole tree of a file */
function schemaOf(generator: SchemaGenerator, name: string): ReturnType<SchemaGenerator['createSchema']> {
  try {
    return generator.createSchema(name);
  } catch (error) {
    throw new Error(`No schema can be made of ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

type Definitions = Readonly<Record<string, JsonSchema>>;

/** Whether a definition is inlined: an unnamed type, or the alias of whole numbers. */
const isInlined = (name: string, all: Definitions) => !/^\w+$/.test(name) || all[name]?.['type'] === 'integer';

/** As OpenAPI 3.1 takes it. */
function converted(value: unknown, all: Definitions): unknown {
  if (Array.isArray(value)) return value.map((item) => converted(item, all));
  if (!isObject(value)) return value;
  const { $ref, items, ...others } = value;
  const name = typeof $ref === 'string' ? $ref.slice(DEFINITIONS.length) : undefined;
  if (name !== undefined && isInlined(name, all)) {
    // The comment of the alias does not describe its uses.
    const { description: _, ...schema } = Object(converted(all[name], all));
    return { ...schema, ...others };
  }
  return {
    ...Object.fromEntries(Object.entries(others).map(([key, member]) => [key, converted(member, all)])),
    ...(name !== undefined && { $ref: `#/components/schemas/${name}` }),
    ...(items !== undefined && (isNever(items) ? { items: {}, maxItems: 0 } : { items: converted(items, all) })),
  };
}

const isNever = (schema: unknown) =>
  isObject(schema) && isObject(schema['not']) && Object.keys(schema['not']).length === 0;

function commentOf(schema: JsonSchema): InterfaceDescription['comments'][string] {
  const { description, properties } = schema;
  const members = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, member]) =>
    isObject(member) && typeof member['description'] === 'string' ? [[name, member['description']]] : [],
  );
  return {
    ...(typeof description === 'string' && { description }),
    ...(members.length > 0 && { members: Object.fromEntries(members) }),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
