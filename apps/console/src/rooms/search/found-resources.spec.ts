import type { FindResults } from '@lectern/contracts/search';
import { foundResources } from './found-resources';

// Of a paragraph, only its id and its place matter here.
const fields = (...paragraphs: readonly (readonly [id: string, order: number])[]) => ({
  '/t/body': { paragraphs: Object.fromEntries(paragraphs.map(([id, order]) => [id, { id, order }])) },
});
const found = (resources: object) => foundResources({ resources } as Pick<FindResults, 'resources'>);

describe('resources that were found', () => {
  it('come in the order of the best paragraph of each', () => {
    const resources = {
      a: { title: 'A', fields: fields(['a2', 3], ['a1', 1]) },
      b: { title: 'B', fields: fields(['b1', 0]) },
    };
    expect(found(resources).map(({ title, paragraphs }) => [title, ...paragraphs.map(({ id }) => id)])).toEqual([
      ['B', 'b1'],
      ['A', 'a1', 'a2'],
    ]);
  });

  it('have the name of their file where the title does not say it', () => {
    const origin = { filename: 'tides-2026.pdf' };
    const named = (title: string) => found({ a: { title, origin, fields: fields(['a1', 0]) } })[0]?.filename;
    expect([named('Tide tables'), named('tides-2026')]).toEqual(['tides-2026.pdf', undefined]);
  });

  it('have their id as a title when they have no other', () => {
    expect(found({ a: { title: '', fields: fields(['a1', 0]) } })[0]?.title).toBe('a');
  });
});
