import * as contracts from '@lectern/contracts';
import type { AnyOperation } from '@lectern/contracts';
import { files, production, read } from './tidy/workspace';

const declared = new Map(
  Object.entries(contracts).filter((entry): entry is [string, AnyOperation] => isOperation(entry[1])),
);
const operations = [...declared.values()];

function isOperation(value: unknown): value is AnyOperation {
  return typeof value === 'object' && value !== null && 'name' in value && 'summary' in value && 'deadlineMs' in value;
}

/** Names of the exported operations that methods are marked to handle, once for each method. */
const handled = production.flatMap((file) =>
  [...read(file).matchAll(/@Handles\((?:\w+\.)?(\w+)\)/g)].map(([, name = '']) => name),
);

const specs = files.filter((file) => file.startsWith('e2e/') && file.endsWith('.e2e-spec.ts')).map(read);

/** What specs ask for, as `POST /kb/{}/resources`. Where a path begins with a variable, that may be any beginning. */
const asked = [...specs, read('e2e/harness/client.ts'), read('e2e/harness/credentials.ts')].flatMap((text) =>
  [...text.matchAll(/'(GET|HEAD|POST|PUT|PATCH|DELETE)',[^'`]{0,60}[`']([^`']+)[`']/g)].map(
    ([, method = '', path = '']) => ({ method, path: shapeOf(path) }),
  ),
);

/** Beginnings that a spec writes once, for all of its calls. */
const beginnings = ['', '/kb/{}', '/account/{}', '/account/{}/kb/{}'];

/** Variables without their names, the knowledge box's own paths spelt out, no query. */
function shapeOf(path: string): string {
  return path
    .replace(/\$\{[\w.]*accountPath\}/g, '/account/{}/kb/{}')
    .replace(/\$\{(kb|this|box|own)[\w.]*\.path\}/g, '/kb/{}')
    .replace(/\$\{[^}]*\}/g, '{}')
    .replace(/^\/api\/v1/, '')
    .replace(/\?.*$/s, '');
}

function isAsked({ name, http }: AnyOperation): boolean {
  if (specs.some((text) => text.includes(`'${name}'`))) return true;
  const template = http?.path.replace(/^\/api\/v1/, '').replace(/\{\w+\*?\}/g, '[^/]+') ?? '';
  const matching = new RegExp(`^${template}$`);
  return asked.some(({ method, path }) => {
    if (method !== http?.method) return false;
    const rest = /^\{\}(\/.+)$/.exec(path)?.[1];
    if (rest)
      return new RegExp(
        `/${template
          .split('/')
          .slice(-rest.split('/').length + 1)
          .join('/')}$`,
      ).test(rest);
    return beginnings.some((beginning) => matching.test(beginning + path));
  });
}

describe('operations', () => {
  it('have names of their own', () => {
    expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length);
  });

  it('have exactly one handler', () => {
    const counts = [...declared.keys()].map((name) => [name, handled.filter((other) => other === name).length]);
    expect(counts.filter(([, count]) => count !== 1)).toEqual([]);
  });

  it('are asked for from outside by an e2e spec', () => {
    const unasked = operations.filter((operation) => operation.http && !isAsked(operation));
    expect(unasked.map(({ name, http }) => `${name}, ${http?.method} ${http?.path}`)).toEqual([]);
  });
});
