import * as contracts from '@lectern/contracts';
import { httpOperations, isOperation } from '../route/http-operation';
import { openApiDocument } from './document';

const operations = httpOperations(Object.values(contracts).filter(isOperation), ['zone', 'accounts']);
const forClients = operations.filter((operation) => !contracts.isBetweenHosts(operation));
const document = openApiDocument(operations, {
  title: 'Lectern',
  version: '1.2.3',
  names: contracts.WireNames.canonical,
});
const text = JSON.stringify(document);

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

  it('describes every operation that clients may ask for, once', () => {
    const described = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, name]) => name);
    expect(described.toSorted()).toEqual(forClients.map(({ name }) => name).toSorted());
  });

  it('refers only to what it contains', () => {
    const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference));
    expect([...references].filter((reference) => resolve(reference) === undefined)).toEqual([]);
    expect(references.size).toBeGreaterThan(10);
  });

  it('declares every parameter of a path', () => {
    for (const { http } of forClients) {
      const { parameters } = resolvePath(http.path.replace('*}', '}'), http.method.toLowerCase());
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
      expect(inPath).toEqual(http.path.replace('*}', '}').match(/\{\w+\}/g) ?? []);
    }
  });

  it('says which credentials open an operation', () => {
    const { security } = resolvePath('/api/v1/kb/{kbid}/resources', 'post');
    expect(security).toEqual([{ serviceAccount: [] }, { user: [] }]);
  });
});

interface Described {
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly security: readonly object[];
}

function resolvePath(path: string, method: string): Described {
  const paths = Reflect.get(document, 'paths');
  // The document is plain JSON made by the function under test.
  return Reflect.get(Reflect.get(paths as object, path), method) as Described;
}
