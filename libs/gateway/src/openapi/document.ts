import { builtDescription } from '@lectern/config';
import {
  type Constructor,
  type InterfaceDescription,
  type InterfaceExample,
  isBetweenHosts,
  type JsonSchema,
  pathParameterNames,
  SchemaBook,
  shapeOf,
  type WireNames,
} from '@lectern/contracts/core';
import { FILE_PART } from '../body/file-form';
import { bodyMayBeLeftOut, type HttpOperation } from '../operation/http-operation';
import type { HttpSocket } from '../operation/http-socket';
import { AnswerBook } from './answer-book';
import { exampleParameters } from './examples';
import { failureSchemas, failuresOf } from './failures';
import { securityOf, securitySchemes } from './security';
import { dialogueOf, messageTypes, asOperation, upgradeResponses } from './socket-parts';
import { successesOf } from './successes';

export interface DocumentOptions {
  readonly title: string;
  readonly version: string;
  readonly names: WireNames;
  /** None by default. */
  readonly sockets?: readonly HttpSocket[];
  /** That of the build by default. */
  readonly description?: InterfaceDescription;
}

/**
 * The OpenAPI 3.1 document of operations and sockets, with the names that this deployment writes. What hosts ask each
 * other is left out: no client can.
 */
export function openApiDocument(
  operations: readonly HttpOperation[],
  { title, version, names, sockets = [], description = builtDescription() }: DocumentOptions,
): JsonSchema {
  const { examples } = description;
  const forClients = operations.filter((one) => !isBetweenHosts(one));
  const requests = new SchemaBook('#/components/schemas/', names, description.comments);
  const asked = forClients.map(
    (operation) =>
      [
        operation,
        requestOf(operation, { requests, names, description, example: examples[operation.endpoint.id] }),
      ] as const,
  );
  const openings = sockets.map((socket) => {
    const opening = asOperation(socket);
    messageTypes(socket.declared).forEach((type) => requests.refer(type));
    return [socket, opening, requestOf(opening, { requests, names, description, example: undefined })] as const;
  });
  const answers = new AnswerBook(description.answers, names, requests);
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const [operation, request] of asked) {
    const path = operation.http.path.replace('*}', '}');
    const responses = {
      ...successesOf(operation, { answers, names, example: examples[operation.endpoint.id] }),
      ...failuresOf(operation, answers),
    };
    const described = { ...request, responses, ...accessOf(operation) };
    paths[path] = { ...paths[path], [operation.http.method.toLowerCase()]: described };
  }
  for (const [{ declared, endpoint }, opening, request] of openings) {
    const responses = { ...upgradeResponses, ...failuresOf(opening, answers) };
    const said = { 'x-websocket': dialogueOf(declared, requests, answers) };
    paths[endpoint.path] = { ...paths[endpoint.path], get: { ...request, responses, ...accessOf(opening), ...said } };
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: sorted({ ...requests.schemas, ...answers.schemas, ...failureSchemas }),
      securitySchemes: securitySchemes(names),
    },
  };
}

function accessOf({ policy }: HttpOperation): JsonSchema {
  return { security: securityOf(policy), 'x-roles': [policy.role].flat() };
}

/** Headers that HTTP clients write themselves. */
const OF_HTTP = new Set(['accept', 'content-length', 'transfer-encoding']);
/** Clients write it for every body that they know, but not for a file. */
const isOwnHeader = (name: string, { bodyKind }: HttpOperation['http']) =>
  OF_HTTP.has(name) || (name === 'content-type' && bodyKind !== 'upload');

const FORM = 'application/x-www-form-urlencoded';

/** As code generators know a file. */
const BYTES = { type: 'string', format: 'binary' };

interface RequestParts {
  readonly requests: SchemaBook;
  readonly names: WireNames;
  readonly description: InterfaceDescription;
  readonly example: InterfaceExample | undefined;
}

/** Everything about an operation but what it answers. */
function requestOf(operation: HttpOperation, parts: RequestParts): JsonSchema {
  const { name, summary, endpoint } = operation;
  const { id, door, distinction } = endpoint;
  const said = operation.description ?? parts.description.operations[name];
  const another = distinction === undefined ? [] : [`Another path of \`${door}\`, ${distinction}.`];
  const description = [...(said === undefined ? [] : [said]), ...another].join(' ');
  return {
    operationId: id,
    summary: distinction === undefined ? summary : `${summary}, ${distinction}`,
    ...(description !== '' && { description }),
    tags: [door.split('.').slice(0, -1).join('.')],
    parameters: parametersOf(operation, parts),
    ...requestBody(operation, parts),
  };
}

function parametersOf({ params, query, headers, http }: HttpOperation, parts: RequestParts): readonly JsonSchema[] {
  const inPath = pathParameterNames(http.path);
  const declared = new Map(membersOf(params, parts).map((member) => [member.name, member]));
  const values = parts.example && exampleParameters(http.path, parts.example);
  const inUrl = [
    ...inPath.map((name) => ({ schema: { type: 'string' }, ...declared.get(name), name, in: 'path', required: true })),
    ...membersOf(query, parts).map((one) => ({ ...one, in: 'query' })),
  ];
  return [
    ...inUrl.map((one) => ({ ...one, ...(values?.has(one.name) && { example: values.get(one.name) }) })),
    ...membersOf(headers, parts)
      .filter(({ name }) => !isOwnHeader(name, http))
      .map((one) => ({ ...one, ...askingFor(http, one), name: parts.names.headerOut(one.name), in: 'header' })),
  ];
}

/** A header whose default, for generated clients, is not what its absence means. */
function askingFor(
  { collect }: HttpOperation['http'],
  { name, schema, description = '' }: ReturnType<typeof membersOf>[number],
): JsonSchema {
  const wanted = collect?.askedBy?.[name];
  if (wanted === undefined) return {};
  const note = 'The default is for generated clients; without the header the answer is a stream.';
  return { description: `${description} ${note}`.trim(), schema: { ...schema, default: wanted } };
}

function membersOf(
  type: Constructor | undefined,
  { requests, description }: RequestParts,
): readonly { readonly name: string; readonly schema: JsonSchema; readonly description?: string }[] {
  if (!type) return [];
  const comments = description.comments[type.name]?.members ?? {};
  return shapeOf(type).members.map((member) => {
    const fallback = member.fallback?.();
    const comment = comments[member.name];
    return {
      name: member.name,
      required: member.required,
      ...(comment !== undefined && { description: comment }),
      schema: { ...requests.ofMember(member), ...(fallback !== undefined && { default: fallback }) },
    };
  });
}

function requestBody({ body, http }: HttpOperation, { requests, names, example }: RequestParts): JsonSchema {
  if (http.bodyKind === 'upload' || http.bodyKind === 'parts')
    return { requestBody: { content: { 'application/octet-stream': { schema: BYTES } } } };
  if (!body || http.method === 'GET' || http.method === 'HEAD') return {};
  if (http.bodyKind === 'file-form') {
    const file = { type: 'object', required: [FILE_PART], properties: { [FILE_PART]: BYTES } };
    const schema = { allOf: [requests.refer(body), file] };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  const sent = example?.body === undefined ? {} : { example: names.writeJson(example.body) };
  return {
    requestBody: {
      required: !bodyMayBeLeftOut(body),
      content: { [http.bodyKind === 'form' ? FORM : 'application/json']: { schema: requests.refer(body), ...sent } },
    },
  };
}

function sorted<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => a.localeCompare(b)));
}
