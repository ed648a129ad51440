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

  it('refuses more candidates than it can hold', async () => {
    const texts = Array.from({ length: 501 }, () => ({ text: 'a', score: 1 }));
    await expect(lexicalScores('a', texts)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
