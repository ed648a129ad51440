import type { AnswerScorer, ScoringRequest } from './answer-scorer';

const question = 'What pulls the sea?';
const answer = 'The moon pulls the sea.';
const contexts = ['It is known that the moon pulls the sea.', 'Bread is baked from flour and water.'];

export interface AnswerScorerUnderTest {
  /** Can be used for one call. */
  readonly scorer: AnswerScorer;
  readonly close: () => Promise<void>;
}

/** The promises of every scorer. @param create returns one that knows the tides; called for each test */
export function answerScorerContract(create: () => Promise<AnswerScorerUnderTest>): void {
  describe('as an answer scorer', () => {
    let tested: AnswerScorerUnderTest;
    beforeEach(async () => (tested = await create()));
    afterEach(() => tested.close());

    const score = (request: ScoringRequest, signal = new AbortController().signal) =>
      tested.scorer.score(request, { signal });

    it('gives integers from 0 to 5, one per context in their order, and says why', async () => {
      const scores = await score({ question, answer, contexts });
      const [relevant = -1, otherwise = 9] = scores.contextRelevance;
      const [grounded = -1, elsewhere = 9] = scores.groundedness;
      for (const value of [relevant, otherwise, grounded, elsewhere, scores.answerRelevance?.score])
        expect([0, 1, 2, 3, 4, 5]).toContain(value);
      expect([relevant >= 4, otherwise < 2, grounded >= 4, elsewhere < 2]).toEqual([true, true, true, true]);
      expect(scores.answerRelevance?.reason).not.toBe('');
      expect([scores.contextRelevance, scores.groundedness].map(({ length }) => length)).toEqual([2, 2]);
    });

    it('leaves out what needs a question where there is none', async () => {
      const scores = await score({ answer, contexts });
      expect([scores.answerRelevance, ...scores.contextRelevance]).toEqual([undefined, undefined, undefined]);
      expect(scores.groundedness.every((value) => value !== undefined)).toBe(true);
    });

    it('leaves out what needs an answer where there is none', async () => {
      const scores = await score({ question, contexts });
      expect([scores.answerRelevance, ...scores.groundedness]).toEqual([undefined, undefined, undefined]);
      expect(scores.contextRelevance.every((value) => value !== undefined)).toBe(true);
    });

    it('does not begin when the caller has already left', async () => {
      const scoring = score({ question, answer, contexts }, AbortSignal.abort());
      await expect(scoring).rejects.toMatchObject({ code: 'cancelled' });
    });
  });
}
