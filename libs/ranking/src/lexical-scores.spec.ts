import fc from 'fast-check';
import { KeptAnalysis } from './kept-analysis';
import { lexicalScores, type RerankCandidate } from './lexical-scores';

const order = async (query: string, texts: readonly RerankCandidate[]) => {
  const scores = await lexicalScores(query, texts);
  return [...scores.entries()].sort(([, a], [, b]) => b.score - a.score).map(([index]) => index);
};

/** Each with its place among the candidates. */
function bestFirst(scores: Awaited<ReturnType<typeof lexicalScores>>) {
  return scores.map((one, index) => ({ ...one, index })).sort((a, b) => b.score - a.score || a.index - b.index);
}

describe('lexicalScores', () => {
  it('keeps the order of retrieval where the texts say equally much', async () => {
    const texts = [3, 9, 5].map((score) => ({ text: 'The moon pulls the sea.', score }));
    await expect(order('moon and sea', texts)).resolves.toEqual([1, 2, 0]);
  });

  it('gives a lone text, and texts that retrieval finds equally good, what it gives the best of several', async () => {
    const text = 'The ropes hang.';
    const retrieval = async (...scores: number[]) =>
      (
        await lexicalScores(
          'moon',
          scores.map((score) => ({ text, score })),
        )
      ).map(({ terms }) => terms.score);
    const [best = 0, worst] = await retrieval(9, 3);
    expect([best > 0, worst]).toEqual([true, 0]);
    expect(await retrieval(3)).toEqual([best]);
    expect(await retrieval(3, 3)).toEqual([best, best]);
    const told = [text, 'The moon pulls the sea.'].map((one) => ({ text: one, score: 3 }));
    await expect(order('moon and sea', told)).resolves.toEqual([1, 0]);
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

  it('prefers a second good paragraph of a resource where candidates crowd into few', async () => {
    const paragraphs = [
      ['a', 'Tolls rise.', 1],
      ['b', 'Nets dry.', 0.62],
      ['a', 'Boats wait.', 0.6],
      ['b', 'Ropes hang.', 0.2],
      ['a', 'Eels hide.', 0],
    ] as const;
    const texts = paragraphs.map(([resource, text, score]) => ({ resource, text, score }));
    await expect(order('why', texts)).resolves.toEqual([0, 2, 1, 3, 4]);
    const scattered = texts.map((text, i) => ({ ...text, resource: `${text.resource}${i}` }));
    await expect(order('why', scattered)).resolves.toEqual([0, 1, 2, 3, 4]);
  });

  it('orders the best candidates alike, however many worse ones follow', async () => {
    const best = ['Quays.', 'Locks.', 'The moon pulls the sea.'].map((text, i) => ({ text, score: 10 - 1.5 * i }));
    const others = Array.from({ length: 37 }, (_, i) => ({ text: `Berth ${i} is let.`, score: 6 - i / 100 }));
    const worse = Array.from({ length: 160 }, (_, i) => ({ text: `Buoy ${i} is lit.`, score: -i }));
    for (const all of [
      [...best, ...others],
      [...best, ...others, ...worse],
    ])
      expect((await order('moon sea', all)).slice(0, 3)).toEqual([0, 2, 1]);
  });

  it('says what each score is the sum of', async () => {
    const words = fc.constantFrom('moon', 'sea', 'pulls', 'tides', 'yeast', 'oven', '潮汐', '');
    const said = fc.array(words, { maxLength: 20 }).map((all) => all.join(' '));
    const score = fc.double({ min: -10, max: 1e6, noNaN: true });
    const resource = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined });
    const text = fc.record({ text: said, title: said, score, resource });
    const texts = fc.array(text, { minLength: 1, maxLength: 60 });
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

  it('gives the same scores to texts whose analysis is kept, however often they are ranked, and by whichever query', async () => {
    const words = fc.constantFrom(
      'moon',
      "moon's",
      'seas',
      'pulling',
      'tides',
      'Küste',
      'été',
      '潮汐',
      'x-200',
      'the',
      '.',
    );
    const said = fc.array(words, { maxLength: 20 }).map((all) => all.join(' '));
    const score = fc.double({ min: -10, max: 10, noNaN: true });
    const resource = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined });
    const language = fc.constantFrom('en', 'de', 'tr', 'zh', '', undefined);
    const text = fc.record({ text: said, title: said, score, resource, language });
    const texts = fc.array(text, { minLength: 1, maxLength: 50 });
    const queries = fc.array(said, { minLength: 5, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(queries, texts, async (asked, candidates) => {
        const kept = candidates.map((one) => ({ ...one, kept: {} }));
        for (const query of asked)
          expect(await lexicalScores(query, kept)).toEqual(await lexicalScores(query, candidates));
      }),
      { numRuns: 60 },
    );
  });

  it('gives the best the same scores, in the same order, when it is asked for so many only', async () => {
    const words = fc.constantFrom('moon', 'sea', 'pulls', 'tides', 'yeast', 'oven', 'the', '潮汐', '');
    const said = fc.array(words, { maxLength: 80 }).map((all) => all.join(' '));
    const score = fc.oneof(fc.double({ min: -10, max: 10, noNaN: true }), fc.constantFrom(0, 1));
    const resource = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined });
    const language = fc.constantFrom('en', 'de', undefined);
    const text = fc.record({ text: said, title: said, score, resource, language });
    const texts = fc.array(text, { minLength: 1, maxLength: 60 });
    const query = fc.array(words, { maxLength: 12 }).map((all) => all.join(' '));
    let unscored = 0;
    await fc.assert(
      fc.asyncProperty(query, texts, fc.integer({ min: 0, max: 60 }), async (asked, candidates, shown) => {
        const all = await lexicalScores(asked, candidates);
        const bounded = await lexicalScores(asked, candidates, { shown });
        expect(bestFirst(bounded).slice(0, shown)).toEqual(bestFirst(all).slice(0, shown));
        unscored += bounded.filter(({ score: value }, at) => value !== all[at]?.score).length;
      }),
      { numRuns: 200 },
    );
    expect(unscored).toBeGreaterThan(0);
  });

  it('compares texts with each other only where retrieval prefers one, and says nothing of likeness elsewhere', async () => {
    const rank = async (...scores: number[]) => {
      const texts = scores.map((score) => ({ text: 'Spring tides.', title: '', language: 'en', score, kept: {} }));
      const likeness = (await lexicalScores('tides', texts)).map(({ terms: { nearest, centre } }) => nearest + centre);
      return { likeness, isCompared: texts.some((text) => KeptAnalysis.current().hasBeginnings(text)) };
    };
    expect(await rank(3)).toEqual({ likeness: [0], isCompared: false });
    expect(await rank(3, 3, 3)).toEqual({ likeness: [0, 0, 0], isCompared: false });
    expect(await rank(3, 2)).toEqual({ likeness: [0, expect.any(Number)], isCompared: true });
  });

  it('ends when it is cancelled, for texts whose analysis is kept, too', async () => {
    const texts = [{ text: 'The moon pulls the sea.', score: 1, kept: {} }];
    for (let time = 0; time < 4; time += 1) await lexicalScores('moon', texts);
    await expect(lexicalScores('moon', texts, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });

  it('refuses more candidates than it can hold', async () => {
    const texts = Array.from({ length: 501 }, () => ({ text: 'a', score: 1 }));
    await expect(lexicalScores('a', texts)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
