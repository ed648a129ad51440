import { isBetweenHosts, WireNames } from '@lectern/contracts/core';
import { allOperations, allSockets } from '@lectern/contracts/operations';
import Ajv2020 from 'ajv/dist/2020';
import { httpSockets } from '../operation/http-socket';
import { httpOperations } from '../operation/http-operation';
import { builtDescription } from '@lectern/config';
import { openApiDocument } from './document';

const operations = httpOperations(allOperations, ['zone', 'accounts']);
const sockets = httpSockets(allSockets, ['zone', 'accounts']);
const forClients = operations.filter((operation) => !isBetweenHosts(operation));
const description = builtDescription();
const document = openApiDocument(operations, {
  title: 'Lectern',
  version: '1.2.3',
  names: WireNames.canonical,
  sockets,
  description,
});
const text = JSON.stringify(document);

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ ...document, $id: 'api' });
// Plain JSON that the function under test makes.
const paths = Reflect.get(document, 'paths') as Readonly<Record<string, Readonly<Record<string, Described>>>>;
const described = Object.values(paths).flatMap((methods) => Object.values(methods));

function problems(schema: object, value: unknown): readonly string[] {
  const within = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/'));
  const check = ajv.compile(within);
  return check(value) ? [] : [ajv.errorsText(check.errors)];
}

/** Follows `#/a/b` in the document. */
function resolve(reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, name) => (value instanceof Object ? Reflect.get(value, name) : undefined), document);
}

describe('the OpenAPI document', () => {
  it('is one of 3.1 and names the product', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Lectern', version: '1.2.3' } });
  });

  it('describes every operation that clients may ask for, and every socket, once', () => {
    const named = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, name]) => name);
    expect(named.toSorted()).toEqual([...forClients, ...sockets].map(({ endpoint }) => endpoint.id).toSorted());
  });

  it('tells paths of one operation apart', () => {
    const { operationId, summary, description } = resolvePath('/api/v1/kb/{kbid}/slug/{rslug}', 'get');
    expect([operationId, summary]).toEqual(['kb.resource.get-by-slug', 'Read a resource, by slug']);
    expect(description).toMatch(/^Returns the id.* Another path of `kb\.resource\.get`, by slug\.$/);
  });

  it('refers only to what it contains', () => {
    const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference));
    // Those of schemas that are answers, in examples, refer to parts of these.
    const own = [...references].filter((reference) => !reference.startsWith('#/$defs/'));
    expect(own.filter((reference) => resolve(reference) === undefined)).toEqual([]);
    expect(references.size).toBeGreaterThan(10);
  });

  it('declares every parameter of a path', () => {
    for (const { http } of forClients) {
      const { parameters } = resolvePath(http.path.replace('*}', '}'), http.method.toLowerCase());
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
      expect(inPath).toEqual(http.path.replace('*}', '}').match(/\{\w+\}/g) ?? []);
    }
  });

  it('says of every operation what it does', () => {
    const unsaid = described.filter(({ description }) => !description);
    expect(unsaid.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('says what every operation answers', () => {
    const open = described.flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Object.entries(content).flatMap(([type, { schema }]) =>
          Object.keys(schema).length === 0 ? `${operationId} ${status} ${type}` : [],
        ),
      ),
    );
    expect(open).toEqual([]);
  });

  it('shows a recorded call of every operation, which its schemas accept', () => {
    const refused = new Set(forClients.flatMap(({ refuses, endpoint }) => (refuses ? [endpoint.id] : [])));
    const opened = new Set(sockets.map(({ endpoint }) => endpoint.id));
    const answered = described.filter(({ operationId }) => !refused.has(operationId) && !opened.has(operationId));
    const wrong = answered.flatMap(({ operationId, responses, requestBody }) => {
      const example = description.examples[operationId];
      if (!example) return `${operationId} has no example`;
      const answer = responses[example.status]?.content?.[example.contentType];
      const sent = requestBody?.content['application/json'];
      return [
        ...(answer ? problems(answer.schema, example.answer) : []),
        ...(sent && example.body !== undefined ? problems(sent.schema, example.body) : []),
      ].map((problem) => `${operationId}: ${problem}`);
    });
    expect(wrong).toEqual([]);
  });

  it('names the statuses with which an operation fails', () => {
    const { responses } = resolvePath('/api/v1/kb/{kbid}/resources', 'post');
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['201', '400', '401', '403', '404', '409', '422']));
    expect(responses['429']).toHaveProperty('headers.Retry-After');
  });

  it('says where a failure is a page', () => {
    const { responses } = paths['/api/auth/mcp/callback']?.['get'] ?? {};
    for (const status of ['400', '422']) expect(Object.keys(responses?.[status]?.content ?? {})[0]).toBe('text/html');
    const pages = described.filter(({ responses: { 400: failed } }) => failed?.content?.['text/html']);
    const nouns = pages.map(({ operationId }) => operationId.split('.').slice(0, 2).join('.'));
    expect([...new Set(nouns)].sort()).toEqual([
      'accounts.challenge',
      'accounts.oauth',
      'accounts.people-page',
      'accounts.security-page',
      'accounts.sign-in-return',
      'agents.sign-in',
    ]);
  });

  it('names the headers of answers', () => {
    const headersOf = (path: string, method: string, status: string) =>
      Object.keys(resolvePath(path, method).responses[status]?.headers ?? {});
    const download = '/api/v1/kb/{kbid}/resource/{rid}/file/{field_id}/download/field';
    const ofBytes = ['Accept-Ranges', 'Content-Disposition', 'Content-Security-Policy', 'Referrer-Policy'];
    expect(headersOf('/api/v1/kb/{kbid}/ask', 'post', '200')).toEqual(['SVC-LEARNING-ID']);
    expect(headersOf('/api/v1/kb/{kbid}/find', 'post', '206')).toEqual([]);
    expect(headersOf(download, 'get', '200')).toEqual(ofBytes);
    expect(headersOf(download, 'get', '206')).toEqual([...ofBytes, 'Content-Range']);
    expect(headersOf(download, 'get', '307')).toEqual(['Location']);
    expect(headersOf(download, 'get', '416')).toEqual(['Content-Range']);
    expect(headersOf(download, 'get', '401')).toEqual(['WWW-Authenticate']);
  });

  it('says which credentials open an operation', () => {
    const { security } = resolvePath('/api/v1/kb/{kbid}/resources', 'post');
    expect(security).toEqual([{ serviceAccount: [] }, { user: [] }]);
  });
});

interface Content {
  readonly schema: object;
}

interface DescribedResponse {
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, DescribedResponse>>;
  readonly security: readonly object[];
}

function resolvePath(path: string, method: string): Described {
  const found = paths[path]?.[method];
  if (!found) throw new Error(`${method} ${path} is not described`);
  return found;
}
