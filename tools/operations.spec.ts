import * as contracts from '@lectern/contracts';
import type { AnyOperation } from '@lectern/contracts';
import { production, read } from './tidy/workspace';

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

describe('operations', () => {
  it('have names of their own', () => {
    expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length);
  });

  it('have paths of their own, each under a name of its own', () => {
    const endpoints = operations.flatMap((operation) =>
      contracts.endpointsOf(operation).map(({ id, path }) => [id, `${operation.http?.method} ${path}`] as const),
    );
    expect(new Set(endpoints.map(([id]) => id)).size).toBe(endpoints.length);
    expect(new Set(endpoints.map(([, route]) => route)).size).toBe(endpoints.length);
  });

  it('have exactly one handler', () => {
    const counts = [...declared.keys()].map((name) => [name, handled.filter((other) => other === name).length]);
    expect(counts.filter(([, count]) => count !== 1)).toEqual([]);
  });
});
