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

/** What specs ask for, as `POST /kb/{}/resources`; an operation that is asked for otherwise is named in a comment. */
const asked = new Set(
  [...specs, read('e2e/harness/client.ts')].flatMap((text) =>
    [...text.matchAll(/'(GET|HEAD|POST|PUT|PATCH|DELETE)',\s*[`']([^`']+)[`']/g)].map(
      ([, method, path = '']) => `${method} ${shapeOf(path)}`,
    ),
  ),
);

/** Parameters without their names, the knowledge box's own paths spelt out, no query. */
function shapeOf(path: string): string {
  return path
    .replace(/\$\{[\w.]*accountPath\}/g, '/account/{}/kb/{}')
    .replace(/\$\{[\w.]*path\}/g, '/kb/{}')
    .replace(/\$\{[^}]*\}/g, '{}')
    .replace(/\{\w+\*?\}/g, '{}')
    .replace(/^\/api\/v1/, '')
    .replace(/\?.*$/s, '');
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
    const calls = operations.flatMap(({ name, http }) =>
      http ? [[name, `${http.method} ${shapeOf(http.path)}`] as const] : [],
    );
    const unasked = calls.filter(([name, call]) => !asked.has(call) && !specs.some((text) => text.includes(name)));
    expect(unasked.map(([name, call]) => `${name}, ${call}`)).toEqual([]);
  });
});
