import fc from 'fast-check';
import { fieldOf, fieldsOf, joinedFields } from './field-hits';

const hit = (id: string, score: number) => ({ id, score });

describe('the fields of paragraphs', () => {
  it('come once each, with the best paragraph, in the order of the first', () => {
    expect(fieldsOf([hit('b/t/x/0-1', 1), hit('a/c/chat/m1/0-9', 3), hit('b/t/x/5-9', 2)])).toEqual([
      { rid: 'b', field: 't/x', score: 2, paragraph: 'b/t/x/5-9' },
      { rid: 'a', field: 'c/chat', score: 3, paragraph: 'a/c/chat/m1/0-9' },
    ]);
  });

  it('that have several words are those that have each of them', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a/t/x/0-1', 'a/t/y/0-1', 'b/t/x/0-1', 'b/t/x/1-2', 'c/a/title/0-3'));
    const hits = ids.map((list) => list.map((id, i) => hit(id, i + 1)));
    fc.assert(
      fc.property(hits, hits, (one, other) => {
        const joined = joinedFields(fieldsOf(one), fieldsOf(other));
        const names = (list: typeof one) => new Set(fieldsOf(list).map(fieldOf));
        const shared = [...names(one)].filter((name) => names(other).has(name));
        expect(joined.map(fieldOf).sort()).toEqual(shared.sort());
      }),
    );
  });
});
