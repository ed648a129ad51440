import { contextOf, reranked } from './chat-context';

const keysOf = (entries: readonly { readonly key: string }[]) => entries.map(({ key }) => key);

describe('texts of a question', () => {
  it('of a list have keys from 1', () => {
    expect(contextOf({ query_context: ['Bread', 'Tides'], query_context_order: {} })).toMatchObject([
      { key: '1', text: 'Bread' },
      { key: '2', text: 'Tides' },
    ]);
  });

  it('come in the order of their places; those without one come last, as they are', () => {
    const query_context = { a: '', b: '', toString: '', d: '' };
    const order = { d: -1, b: 3 };
    expect(keysOf(contextOf({ query_context, query_context_order: order }))).toEqual(['d', 'b', 'a', 'toString']);
  });

  it('know their language where they tell', () => {
    const query_context = ['La luna atrae el mar y la marea sube dos veces cada día.', '1'];
    expect(contextOf({ query_context, query_context_order: {} }).map(({ language }) => language)).toEqual([
      'es',
      undefined,
    ]);
  });

  it('are ordered by their scores, equal ones as they were', () => {
    const context = ['a', 'b', 'c'].map((key) => ({ key, text: '' }));
    const { context: ordered, scores } = reranked(context, [0.1, 0.5, 0.1]);
    expect([keysOf(ordered), scores]).toEqual([['b', 'a', 'c'], { a: 0.1, b: 0.5, c: 0.1 }]);
  });
});
