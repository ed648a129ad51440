import fc from 'fast-check';
import { lexicalScores } from './lexical-scores';

const order = async (
  query: string,
  texts: readonly { readonly text: string; readonly title?: string; readonly score: number }[],
) => {
  const scores = await lexicalScores(query, texts);
  return [...scores.entries()].sort(([, a], [, b]) => b.score - a.score).map(([index]) => index);
};

describe('lexicalScores', () => {
  it('keeps the order of retrieval where the texts say equally much', async () => {
    const texts = [3, 9, 5].map((score) => ({ text: 'The moon pulls the sea.', score }));
    await expect(order('moon and sea', texts)).resolves.toEqual([1, 2, 0]);
  });

  it('prefers words that stand together to the same words far apart', async () => {
    const filler = 'and much else was written in those years '.repeat(10);
    const far = { text: `The moon ${filler} pulls ${filler} the sea.`, score: 1 };
    const near = { text: `${filler}${filler} The moon pulls the sea.`, score: 0.99 };
    const worse = { text: filler, score: 0 };
    await expect(order('moon pulls sea', [far, near, worse])).resolves.toEqual([1, 0, 2]);
  });

  it('does not overturn a clear order', async () => {
    const texts = [
      { text: 'A text found by its meaning.', score: 1 },
      { text: 'moon sea moon sea', title: 'moon sea', score: 0 },
    ];
    await expect(order('moon sea', texts)).resolves.toEqual([0, 1]);
  });

  it('prefers what is like the best of the others', async () => {
    const best = { text: 'Spring tides come with the full moon.', score: 1 };
    const alike = { text: 'Neap tides come when the moon is half full.', score: 0.5 };
    const other = { text: 'The harbour has a museum of ropes.', score: 0.52 };
    const last = { text: 'A museum of ropes and nets.', score: 0 };
    await expect(order('why', [best, other, alike, last])).resolves.toEqual([0, 2, 1, 3]);
  });

  it('says what each score is the sum of', async () => {
    const words = fc.constantFrom('moon', 'sea', 'pulls', 'tides', 'yeast', 'oven', '潮汐', '');
    const said = fc.array(words, { maxLength: 20 }).map((all) => all.join(' '));
    const score = fc.double({ min: -10, max: 1e6, noNaN: true });
    const texts = fc.array(fc.record({ text: said, title: said, score }), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(said, texts, async (query, candidates) => {
        for (const { score: sum, terms } of await lexicalScores(query, candidates)) {
          expect(Math.abs(Object.values(terms).reduce((a, b) => a + b, 0) - sum)).toBeLessThan(1e-9);
          expect(sum >= 0 && sum <= 1 + 1e-9).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('keeps the order of retrieval among any number of equal texts', async () => {
    const scores = fc.uniqueArray(fc.integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(scores, async (values) => {
        const texts = values.map((score) => ({ text: 'The moon pulls the sea.', score }));
        const byScore = [...values.keys()].sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0));
        await expect(order('moon and sea', texts)).resolves.toEqual(byScore);
      }),
      { numRuns: 50 },
    );
  });

  it('refuses more candidates than it can hold', async () => {
    const texts = Array.from({ length: 501 }, () => ({ text: 'a', score: 1 }));
    await expect(lexicalScores('a', texts)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
