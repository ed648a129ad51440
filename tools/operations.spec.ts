import { type AnyOperation, endpointsOf } from '@lectern/contracts/core';
import { allOperations } from '@lectern/contracts/operations';
import { busDuties } from './generators/nats-permissions';
import { join } from 'node:path';
import { entriesOf, root } from './tidy/workspace';

function isOperation(value: unknown): value is AnyOperation {
  return typeof value === 'object' && value !== null && 'name' in value && 'summary' in value && 'deadlineMs' in value;
}

describe('operations', () => {
  it('are each in the array of one service', () => {
    const values = entriesOf('contracts').flatMap((entry): unknown[] => Object.values(require(join(root, entry))));
    const exported = [...new Set(values)].filter(isOperation);
    expect(allOperations.map(({ name }) => name).toSorted()).toEqual(exported.map(({ name }) => name).toSorted());
  });

  it('have names of their own', () => {
    expect(new Set(allOperations.map(({ name }) => name)).size).toBe(allOperations.length);
  });

  it('have separate paths, each under another name', () => {
    const endpoints = allOperations.flatMap((operation) =>
      endpointsOf(operation).map(({ id, path }) => [id, `${operation.http?.method} ${path}`] as const),
    );
    expect(new Set(endpoints.map(([id]) => id)).size).toBe(endpoints.length);
    expect(new Set(endpoints.map(([, route]) => route)).size).toBe(endpoints.length);
  });

  it('have exactly one handler, unless they refuse everyone', () => {
    const handled = [...busDuties(root).values()].flatMap(({ handles }) => handles);
    const answered = allOperations.filter(({ refuses }) => refuses === undefined);
    expect(handled.toSorted()).toEqual(answered.map(({ name }) => name).toSorted());
  });

  it('that search or have a model answer limit how many of them run', () => {
    const costly = allOperations.filter(
      ({ name, feature }) => name.startsWith('search.') && (feature === 'search' || feature === 'generative'),
    );
    expect(costly.length).toBeGreaterThan(15);
    expect(costly.filter(({ lane }) => lane === undefined).map(({ name }) => name)).toEqual([]);
  });

  it('that list resources by conditions limit how many of them run', () => {
    const listing = allOperations.filter(({ name }) => /^kb\.(catalog|resource\.list|entities-group)\b/.test(name));
    expect(listing.map(({ lane }) => lane)).toEqual(listing.map(() => 'list'));
    expect(listing).toHaveLength(6);
  });

  it('that limit how many of them run are called by clients alone: no call waits for a place while it holds one', () => {
    const limited = new Set(allOperations.filter(({ lane }) => lane !== undefined).map(({ name }) => name));
    const called = [...busDuties(root)].filter(([service]) => service !== 'gateway').flatMap(([, { calls }]) => calls);
    expect(called.length).toBeGreaterThan(20);
    expect(called.filter((name) => limited.has(name))).toEqual([]);
  });

  it('that limit how many of them run are on a knowledge box, which takes turns with others', () => {
    const limited = allOperations.filter(({ lane }) => lane !== undefined);
    expect(limited.filter(({ http }) => !String(http?.path).includes('{kbid}'))).toEqual([]);
  });
});
