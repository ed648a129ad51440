import {
  type Constructor,
  type CredentialKind,
  isBetweenHosts,
  type JsonSchema,
  type Policy,
  SchemaBook,
  shapeOf,
  statusOf,
  type WireNames,
} from '@lectern/contracts';
import type { HttpOperation } from '../route/http-operation';

export interface DocumentOptions {
  readonly title: string;
  readonly version: string;
  readonly names: WireNames;
}

/** What every operation with a policy may answer besides success. */
const COMMON_STATUSES = [401, 403, 404, 422, 429];

/**
 * The OpenAPI 3.1 document of a table of operations, with the names that this deployment writes. What hosts ask each
 * other is left out: no client can.
 */
export function openApiDocument(
  operations: readonly HttpOperation[],
  { title, version, names }: DocumentOptions,
): JsonSchema {
  const book = new SchemaBook('#/components/schemas/', names);
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of operations.filter((one) => !isBetweenHosts(one))) {
    const path = operation.http.path.replace('*}', '}');
    paths[path] = { ...paths[path], [operation.http.method.toLowerCase()]: describe(operation, book, names) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    servers: [{ url: '/' }],
    paths,
    components: {
      responses: Object.fromEntries(COMMON_STATUSES.map((status) => [String(status), failure(status)])),
      schemas: { ...book.schemas, ...errorSchemas },
      securitySchemes: securitySchemes(names),
    },
  };
}

function describe(operation: HttpOperation, book: SchemaBook, names: WireNames): JsonSchema {
  const { name, summary, description, http, policy } = operation;
  const failures = COMMON_STATUSES.map(
    (status) => [String(status), { $ref: `#/components/responses/${status}` }] as const,
  );
  return {
    operationId: name,
    summary,
    ...(description !== undefined && { description }),
    tags: [name.split('.').slice(0, -1).join('.')],
    parameters: parametersOf(operation, book, names),
    ...requestBody(operation, book),
    responses: {
      [String(http.success)]: success(operation, book),
      ...Object.fromEntries((http.alsoAnswers ?? []).map((status) => [String(status), success(operation, book)])),
      ...Object.fromEntries(failures),
    },
    security: securityOf(policy),
    'x-roles': [policy.role].flat(),
  };
}

function parametersOf(
  { params, query, headers, http }: HttpOperation,
  book: SchemaBook,
  names: WireNames,
): readonly JsonSchema[] {
  const inPath = [...http.path.matchAll(/\{(\w+)\*?\}/g)].map(([, name = '']) => name);
  const declared = new Map(params ? shapeOf(params).members.map((member) => [member.name, book.ofMember(member)]) : []);
  return [
    ...inPath.map((name) => ({ name, in: 'path', required: true, schema: declared.get(name) ?? { type: 'string' } })),
    ...membersOf(query, book).map((one) => ({ ...one, in: 'query' })),
    ...membersOf(headers, book).map((one) => ({ ...one, name: names.headerOut(one.name), in: 'header' })),
  ];
}

function membersOf(type: Constructor | undefined, book: SchemaBook): readonly { readonly name: string }[] {
  if (!type) return [];
  return shapeOf(type).members.map((member) => {
    const fallback = member.fallback?.();
    const schema = { ...book.ofMember(member), ...(fallback !== undefined && { default: fallback }) };
    return { name: member.name, required: member.required, schema };
  });
}

function requestBody({ body, http }: HttpOperation, book: SchemaBook): JsonSchema {
  if (http.bodyKind === 'upload') return { requestBody: { content: { 'application/octet-stream': {} } } };
  if (!body || http.method === 'GET' || http.method === 'HEAD') return {};
  return { requestBody: { required: true, content: { 'application/json': { schema: book.refer(body) } } } };
}

const contentTypes = {
  ndjson: 'application/x-ndjson',
  binary: 'application/octet-stream',
  text: 'text/plain',
  json: 'application/json',
};

function success(
  { http, answer: value, document: answer = value, example }: HttpOperation,
  book: SchemaBook,
): JsonSchema {
  const { reply = 'json', respond } = http;
  if (reply === 'empty') return { description: 'Done' };
  if (reply === 'null') return { description: 'Done', content: { 'application/json': { schema: { type: 'null' } } } };
  // What `respond` makes of an answer is not what its class says, and bytes are described by their type alone.
  const schema = answer && !respond && reply !== 'binary' ? schemaOf(answer, book) : {};
  return {
    description: 'Success',
    content: { [contentTypes[reply]]: { schema, ...(example !== undefined && { example }) } },
  };
}

function schemaOf(type: Constructor<unknown>, book: SchemaBook): JsonSchema {
  // Answers are objects; only their type parameter is wider.
  return book.refer(type as Constructor);
}

function failure(status: number): JsonSchema {
  const codes = Object.entries(statusOf)
    .filter(([, value]) => value === status)
    .map(([code]) => code);
  const $ref = `#/components/schemas/${status === 422 ? 'Violations' : 'Refusal'}`;
  return { description: codes.join(', '), content: { 'application/json': { schema: { $ref } } } };
}

const errorSchemas = {
  Refusal: { type: 'object', properties: { detail: {} }, required: ['detail'] },
  Violations: {
    type: 'object',
    properties: {
      detail: {
        anyOf: [
          { type: 'string' },
          {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                type: { type: 'string' },
                loc: { type: 'array', items: { type: 'string' } },
                msg: { type: 'string' },
                input: {},
                ctx: { type: 'object' },
              },
              required: ['type', 'loc', 'msg'],
            },
          },
        ],
      },
    },
    required: ['detail'],
  },
};

function securitySchemes(names: WireNames): JsonSchema {
  const header = (name: string, description: string) => ({
    type: 'apiKey',
    in: 'header',
    name: names.headerOut(name),
    description,
  });
  return {
    user: { type: 'http', scheme: 'bearer', description: 'A user key or personal access token' },
    serviceAccount: header('X-SVC-SERVICEACCOUNT', '`Bearer` and an API key or temporal key'),
    understanding: header('X-SVC-NUAKEY', '`Bearer` and a NUA key'),
    ephemeral: { type: 'apiKey', in: 'query', name: 'eph-token', description: 'An ephemeral token, on GET and HEAD' },
  };
}

const schemeOf: Readonly<Partial<Record<CredentialKind, string>>> = {
  user: 'user',
  pat: 'user',
  sa: 'serviceAccount',
  temporal: 'serviceAccount',
  eph: 'ephemeral',
  nua: 'understanding',
};

function securityOf({ credentials }: Policy): readonly JsonSchema[] {
  const schemes = new Set(credentials.flatMap((kind) => schemeOf[kind] ?? []));
  return [...[...schemes].map((scheme) => ({ [scheme]: [] })), ...(credentials.includes('none') ? [{}] : [])];
}
