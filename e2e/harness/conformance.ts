import { WireNames } from '@lectern/contracts/core';
import { allOperations, allSockets } from '@lectern/contracts/operations';
import { httpOperations, httpSockets, openApiDocument } from '@lectern/gateway';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { undescribedHeaders } from './answer-headers';
import { noteCall, recordCall } from './recorded-calls';
import { setImmediate } from 'node:timers/promises';

interface DescribedResponse {
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const HOSTS = ['zone', 'accounts'] as const;
const operations = httpOperations(allOperations, HOSTS);
// Plain JSON that the gateway makes.
const api = openApiDocument(operations, {
  title: '',
  version: '',
  names: WireNames.canonical,
  sockets: httpSockets(allSockets, HOSTS),
}) as unknown as OpenApi;

const PROBLEMS_MAX = 5;
const BINARY = 'application/octet-stream';

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema({ $id: 'api', components: { schemas: closed(api.components.schemas) } });

const routes = Object.entries(api.paths)
  .map(([path, methods]) => ({ pattern: patternOf(path), variables: path.split('{').length, methods }))
  .sort((a, b) => a.variables - b.variables);
const checks = new Map<string, ValidateFunction>();

interface Call {
  readonly method: string;
  /** Below the origin, with its query. */
  readonly path: string;
  /** JSON that was sent. */
  readonly sent?: unknown;
  readonly status: number;
  readonly type: string;
  readonly headers: Headers;
  /** Parsed when it is JSON, else text. */
  readonly body: unknown;
}

/** JSON, and what is written in it. */
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;

/** `fetch` that also checks the answer against the interface. @throws Error that names the fault */
export async function conformingFetch(...[url, init]: Parameters<typeof fetch>): Promise<Response> {
  // A connection that the server has closed while something else ran here is noticed before it is used again.
  await setImmediate();
  const response = await fetch(url, init);
  const { origin } = new URL(response.url);
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  const text = type === BINARY ? '' : await response.clone().text();
  checkConformance({
    method: init?.method ?? 'GET',
    path: response.url.slice(origin.length),
    ...(typeof init?.body === 'string' && isJson(init.headers) && { sent: tryParse(init.body) }),
    status: response.status,
    type,
    headers: response.headers,
    body: JSON_TYPE.test(type) ? tryParse(text) : text,
  });
  return response;
}

/**
 * Checks an answer against the interface: its status, its headers, and its body without unknown members.
 * Other paths are not checked.
 *
 * @throws Error that names the answer and its fault
 */
function checkConformance({ method, path, sent, status, type, headers, body }: Call): void {
  const operation = operationAt(method, path);
  if (!operation) return;
  const request = `${method} ${path} (${operation.operationId})`;
  const response = operation.responses[status];
  if (!response) throw new Error(`${request} answered ${status}, which is not described: ${excerpt(body)}`);
  const unknown = undescribedHeaders(headers, response);
  if (unknown.length > 0) throw new Error(`${request} answered ${status} with ${unknown.join(', ')}: not described`);
  const [first] = bodiesOf(body, type);
  const example = { path, status, contentType: type, answer: first };
  recordCall(operation.operationId, sent === undefined ? example : { ...example, body: sent });
  if (method === 'HEAD' || body === '') return;
  const described = Object.keys(response.content ?? {}).find((name) => name === type);
  if (described === undefined) {
    if (response.content?.[BINARY]) return;
    throw new Error(`${request} answered ${status} as ${type}, which is not described`);
  }
  const check = checkOf(operation, { status, type });
  for (const one of bodiesOf(body, type)) {
    if (check(one)) continue;
    throw new Error(`${request} answered ${status} ${problemsOf(check)}: ${excerpt(one)}`);
  }
}

/** Notes that a socket has been opened. @throws Error unless the interface describes it */
export function noteSocket(path: string): void {
  const operation = operationAt('GET', path);
  if (!operation) throw new Error(`No socket is described at ${path}`);
  noteCall(operation.operationId);
}

/** The operation that a request is for. */
function operationAt(method: string, path: string): DescribedOperation | undefined {
  const [bare = ''] = path.split('?');
  return routes
    .filter(({ pattern }) => pattern.test(bare))
    .flatMap(({ methods }) => methods[method.toLowerCase()] ?? [])
    .at(0);
}

function checkOf(
  { operationId, responses }: DescribedOperation,
  { status, type }: { readonly status: number; readonly type: string },
): ValidateFunction {
  const key = `${operationId} ${status} ${type}`;
  const known = checks.get(key);
  if (known) return known;
  const check = ajv.compile(Object(closed(responses[status]?.content?.[type]?.schema ?? {})));
  checks.set(key, check);
  return check;
}

/** With nothing allowed that is not described. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!(schema instanceof Object)) return schema;
  const entries = Object.entries(schema).map(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [key, value.replace('#/', 'api#/')] : [key, closed(value)],
  );
  const isOpen = 'properties' in schema && 'type' in schema && !('additionalProperties' in schema);
  return { ...Object.fromEntries(entries), ...(isOpen && { additionalProperties: false }) };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
}

const typesOfLines = ['application/x-ndjson', 'binary/octet-stream'];

/** Every line of a stream of JSON; otherwise the body. */
function bodiesOf(body: unknown, type: string): readonly unknown[] {
  if (!typesOfLines.includes(type)) return [body];
  return String(body)
    .split('\n')
    .flatMap((line): unknown[] => (line === '' ? [] : [JSON.parse(line)]));
}

function isJson(headers: RequestInit['headers']): boolean {
  return new Headers(headers).get('content-type') === 'application/json';
}

/** A body that is not JSON stays a text, which no schema of an object accepts. */
function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function problemsOf({ errors }: ValidateFunction): string {
  const said = (errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  return said.slice(0, PROBLEMS_MAX).join('; ');
}

function excerpt(body: unknown): string {
  return JSON.stringify(body)?.slice(0, 1_000) ?? 'nothing';
}
