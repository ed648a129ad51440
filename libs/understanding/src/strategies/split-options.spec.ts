import type { ChosenStrategies } from './field-strategies';
import { splitOptionsOf, usedStrategies } from './split-options';

const stored = <T>(config: T, id = 'id') => ({ id, config, keys: {} });
const use = (model: string, calls: number) => ({ model, calls, input_tokens: calls * 10, output_tokens: calls });

describe('how a field is split', () => {
  it('is as usual without strategies', () => {
    expect(splitOptionsOf({})).toEqual({});
    expect(splitOptionsOf({ extract: stored({}), split: stored({}) })).toEqual({});
  });

  it.each<[ChosenStrategies, number | undefined]>([
    [{ extract: stored({ split: { max_paragraph: 300 } }), split: stored({ max_paragraph: 500 }) }, 500],
    [{ extract: stored({ split: { max_paragraph: 300 } }), split: stored({ max_paragraph: 0 }) }, 300],
    [{ extract: stored({ split: { max_paragraph: 300 } }) }, 300],
    [{ split: stored({ max_paragraph: null }) }, undefined],
  ])('into paragraphs of a length that the split strategy names, else the extract strategy: case %#', (chosen, max) => {
    expect(splitOptionsOf(chosen).paragraphCharsMax).toBe(max);
  });

  it('is at a splitter where the strategy splits by hand, and nowhere else', () => {
    const manual_split = { splitter: '##' };
    expect(splitOptionsOf({ split: stored({ custom_split: 1, manual_split }) })).toEqual({ splitter: '##' });
    expect(splitOptionsOf({ split: stored({ custom_split: 0, manual_split }) })).toEqual({});
    expect(splitOptionsOf({ split: stored({ custom_split: 1 }) })).toEqual({});
  });
});

describe('the note on the strategies of a field', () => {
  it('is none where it named none', () => {
    expect(usedStrategies({}, { extract: [], split: [] })).toBeUndefined();
  });

  it('names those that it was processed with, also where they called no model', () => {
    const chosen = { extract: stored({ name: 'eyes' }, 'e'), split: stored({ name: null }, 's') };
    expect(usedStrategies(chosen, { extract: [], split: [] })).toEqual({
      extract: { id: 'e', name: 'eyes' },
      split: { id: 's', name: '' },
    });
  });

  it('sums up what their models used', () => {
    const chosen = { extract: stored({ name: 'eyes' }) };
    const uses = { extract: [use('a', 1), use('b', 2), use('a', 3)], split: [use('c', 4)] };
    expect(usedStrategies(chosen, uses)).toEqual({
      extract: { id: 'id', name: 'eyes', model: 'a, b', calls: 6, input_tokens: 60, output_tokens: 6 },
    });
  });
});
