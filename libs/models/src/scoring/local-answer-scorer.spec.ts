import fc from 'fast-check';
import { answerScorerContract } from '../answer-scorer.contract';
import type { ScoringRequest } from '../answer-scorer';
import { LocalAnswerScorer } from './local-answer-scorer';

const scorer = new LocalAnswerScorer();
const score = (request: ScoringRequest) => scorer.score(request, { signal: new AbortController().signal });
const grounded = async (answer: string, context: string, question?: string) =>
  (await score({ question, answer, contexts: [context] })).groundedness[0] ?? -1;
const relevant = async (question: string, answer: string) =>
  (await score({ question, answer, contexts: [] })).answerRelevance;

const tides =
  'Tides rise twice a day. Isaac Newton explained the tides in 1687. The harbour of Brest was not built before 1631. ' +
  'Its sea wall is 450 metres long and 12 metres high.';
const library = [tides, 'Bread is baked from flour and water. Anna Weber sold 3,200 loaves in 1999 in Vienna.', ''];

describe('LocalAnswerScorer', () => {
  answerScorerContract(async () => ({ scorer, close: async () => {} }));

  it('tells one capital from another', async () => {
    const { contextRelevance, groundedness } = await score({
      question: 'What is the capital of France?',
      answer: 'Paris is the capital of france!',
      contexts: ['Paris is the capital of France.', 'Berlin is the capital of Germany.'],
    });
    expect([contextRelevance[0] ?? 0, groundedness[0] ?? 0].every((value) => value >= 4)).toBe(true);
    expect([contextRelevance[1] ?? 9, groundedness[1] ?? 9].every((value) => value < 2)).toBe(true);
  });

  it.each([
    ['a number', 'Isaac Newton explained the tides in 1697.'],
    ['a name', 'Isaac Hooke explained the tides in 1687.'],
    ['a negation', 'Isaac Newton never explained the tides in 1687.'],
    ['a negation left out', 'The harbour of Brest was built before 1631.'],
  ])('finds little ground where %s differs', async (_, answer) => {
    expect(await grounded(answer, tides)).toBeLessThanOrEqual(2);
  });

  it('finds ground in other words and another order, but not all of it where something is added', async () => {
    expect(await grounded('The tides were explained in 1687 by Isaac Newton.', tides)).toBe(5);
    expect(await grounded('The wall is 12 metres high, 450 metres long and built of granite.', tides)).toBe(4);
  });

  it('counts by the share of statements that are supported', async () => {
    const half = 'Isaac Newton explained the tides in 1687. Anna Weber sold loaves in Vienna.';
    expect([2, 3]).toContain(await grounded(half, tides));
  });

  it('reads a short answer with its question', async () => {
    const context = 'The moon orbits the earth. Nobody swims at night.';
    expect(await grounded('The moon', 'The moon pulls the sea.', 'What pulls the sea?')).toBe(5);
    expect(await grounded('The moon', context, 'What pulls the sea?')).toBeLessThan(3);
    expect(await grounded('The moon', context)).toBe(5);
  });

  it('does not take marks of footnotes for numbers', async () => {
    expect(await grounded('Isaac Newton explained the tides in 1687 [1].\n\n[1]: block-AA', tides)).toBe(5);
  });

  it('gives 0 to refusals, and to what only repeats the question', async () => {
    const question = 'Who explained the tides?';
    expect(await relevant(question, 'Not enough data to answer this.')).toMatchObject({ score: 0 });
    expect(await relevant(question, "I'm sorry. The documents do not mention it.")).toMatchObject({ score: 0 });
    expect(await relevant(question, 'Explained the tides')).toMatchObject({ score: 0 });
    const half = "The text doesn't say who explained the tides. Isaac Newton wrote about apples and light.";
    expect((await relevant(question, half))?.score).toBeLessThanOrEqual(1);
  });

  it('says that rules judged, and by what', async () => {
    const given = await relevant('When did Newton publish the theory?', 'Newton published the theory in 1687.');
    expect(given).toEqual({
      score: 5,
      reason:
        'Scored by rules, without a language model: the answer repeats 3 of 3 terms of the question, ' +
        'it may name a time, which is asked for.',
    });
  });

  it.each([
    [
      'es',
      '¿Quién explicó las mareas?',
      'Isaac Newton explicó las mareas en 1687.',
      'El pan se hace con harina y agua.',
    ],
    [
      'de',
      'Wer erklärte die Gezeiten?',
      'Isaac Newton erklärte die Gezeiten im Jahr 1687.',
      'Brot wird aus Mehl gebacken.',
    ],
    ['zh', '谁解释了潮汐？', '牛顿在1687年解释了潮汐。', '面包是用面粉做的。'],
  ])('works in %s', async (_, question, answer, other) => {
    const contexts = [answer, answer.replace('1687', '1697'), other];
    const { answerRelevance, contextRelevance, groundedness } = await score({ question, answer, contexts });
    expect(answerRelevance?.score).toBeGreaterThanOrEqual(4);
    expect([contextRelevance[0], contextRelevance[2]]).toEqual([5, 0]);
    expect(groundedness[0]).toBe(5);
    expect(Math.max(groundedness[1] ?? 9, groundedness[2] ?? 9)).toBeLessThanOrEqual(1);
  });

  it('gives all ground to a text that is its own context', async () => {
    const words = fc.constantFrom(...tides.split(' '), 'Vienna', '3,200', 'not', 'which', '?', '\n');
    const texts = fc.array(words, { minLength: 1, maxLength: 30 }).map((all) => all.join(' '));
    const known = texts.filter((text) => /[a-z]{4}|\d{2}/.test(text));
    await fc.assert(
      fc.asyncProperty(known, async (text) => {
        const value = await grounded(text, text);
        // A text of stop words only states nothing to be supported.
        expect([0, 5]).toContain(value);
        if (/Newton|1687|tides/.test(text)) expect(value).toBe(5);
      }),
      { numRuns: 100 },
    );
  });

  it('never finds more ground for another number', async () => {
    const sentences = fc.constantFrom(...(tides.match(/[^.]+\./g)?.map((sentence) => sentence.trim()) ?? []));
    const extras = fc.constantFrom('', ' in the harbour', ' near Vienna', ' not far away');
    const numbers = fc.integer({ min: 2_000, max: 99_999 }).map(String);
    await fc.assert(
      fc.asyncProperty(sentences, extras, numbers, async (sentence, extra, number) => {
        const answer = sentence.replace('.', `${extra}.`);
        const swapped = answer.replace(/\d+/, number);
        expect(await grounded(swapped, tides)).toBeLessThanOrEqual(await grounded(answer, tides));
      }),
      { numRuns: 100 },
    );
  });

  it('judges every context alone', async () => {
    const some = fc.shuffledSubarray([...library, 'The moon pulls the sea.', '海洋。'], { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(some, async (contexts) => {
        const request = { question: 'Who explained the tides?', answer: 'Isaac Newton explained the tides.' };
        const together = await score({ ...request, contexts });
        const alone = await Promise.all(contexts.map((context) => score({ ...request, contexts: [context] })));
        expect(together.contextRelevance).toEqual(alone.flatMap((one) => one.contextRelevance));
        expect(together.groundedness).toEqual(alone.flatMap((one) => one.groundedness));
        expect(together.answerRelevance).toEqual(alone[0]?.answerRelevance);
      }),
      { numRuns: 20 },
    );
  });

  it('copes with texts of any kind', async () => {
    const any = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ maxLength: 200 }));
    await fc.assert(
      fc.asyncProperty(any, any, any, async (question, answer, context) => {
        const scores = await score({ question, answer, contexts: [context] });
        for (const value of [scores.answerRelevance?.score, scores.contextRelevance[0], scores.groundedness[0]])
          expect([0, 1, 2, 3, 4, 5]).toContain(value);
      }),
      { numRuns: 100 },
    );
  });
});
