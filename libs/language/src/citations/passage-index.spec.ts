import { readCitedPassage } from './passage';
import { PassageIndex } from './passage-index';
import { passageTokens } from './token';

const tokensOf = (text: string) => passageTokens(text, 'en', 1_000);

function indexOf(texts: Readonly<Record<string, string>>): PassageIndex {
  const index = new PassageIndex();
  for (const [key, text] of Object.entries(texts)) index.add(readCitedPassage({ key, text }, 'en'));
  return index;
}

const keys = (index: PassageIndex, sentence: string, named: readonly string[] = []) =>
  index.candidates(index.weigh(tokensOf(sentence)), new Set(named)).map(({ alone }) => alone.passage.key);

describe('the parts of a context that may support a sentence', () => {
  it('come from the sentence that covers most, first', () => {
    const index = indexOf({
      bread: 'Bread is baked from flour.',
      moon: 'The moon is old.',
      tides: 'The moon pulls the sea.',
    });
    expect(keys(index, 'The moon pulls the sea.')).toEqual(['tides', 'moon']);
  });

  it('are none where no word is shared, or only one without meaning', () => {
    const index = indexOf({ bread: 'The bread is baked.' });
    expect(keys(index, 'The moon is there.')).toEqual([]);
    expect(keys(new PassageIndex(), 'The moon is there.')).toEqual([]);
  });

  it('are in the order of the context if they cover the same', () => {
    expect(keys(indexOf({ b: 'Moon and sea.', a: 'Sea and moon.' }), 'The moon, the sea.')).toEqual(['b', 'a']);
  });

  it('are a few, and the best of each entry that the sentence names', () => {
    const texts = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}`, 'The moon pulls the sea.']));
    const index = indexOf({ ...texts, last: 'The moon. The moon and the sea. Bread.' });
    const some = keys(index, 'The moon pulls the sea.');
    expect(some).toEqual(['0', '1', '2', '3', '4', '5']);
    const withNamed = index.candidates(index.weigh(tokensOf('The moon pulls the sea.')), new Set(['last', '2']));
    expect(withNamed.map(({ alone }) => alone.passage.key)).toEqual([...some, 'last']);
    expect(withNamed.at(-1)?.alone).toMatchObject({ first: 2, last: 7 });
  });

  it('are not found for a named entry without any of the words', () => {
    const index = indexOf({ moon: 'The moon pulls the sea.', bread: 'Bread is baked.' });
    expect(keys(index, 'The moon pulls the sea.', ['bread', 'none'])).toEqual(['moon']);
  });

  it('extend to the sentences around where these cover more', () => {
    const index = indexOf({ tides: 'Newton was born in 1642. He explained the tides. He wrote in Latin.' });
    const [one] = index.candidates(index.weigh(tokensOf('Newton explained the tides in Latin.')), new Set());
    expect(one?.extended.coverage).toBeGreaterThan(one?.alone.coverage ?? 1);
    expect(one?.extended.last).toBeGreaterThan(one?.alone.last ?? Infinity);
  });

  it('do not extend where one sentence covers everything', () => {
    const index = indexOf({ tides: 'Bread is baked. The moon pulls the sea. The moon is old.' });
    const [one] = index.candidates(index.weigh(tokensOf('The moon pulls the sea.')), new Set());
    expect(one?.extended).toBe(one?.alone);
  });

  it('may be asked for again, with the same result', () => {
    const index = indexOf({ a: 'The moon pulls the sea.', b: 'The moon is old.' });
    const first = keys(index, 'The moon pulls.');
    expect(keys(index, 'The old sea.')).toHaveLength(2);
    expect(keys(index, 'The moon pulls.')).toEqual(first);
  });

  it('weigh words by how few sentences have them, and function words little', () => {
    const index = indexOf({ a: 'The moon pulls. The moon shines. The moon sets.', b: 'The sea rises.' });
    const { tokens, weights } = index.weigh(tokensOf('the moon sea'));
    expect(tokens).toHaveLength(3);
    const [the = 1, moon = 1, sea = 1] = weights;
    expect(the).toBeLessThan(moon);
    expect(moon).toBeLessThan(sea);
  });
});
