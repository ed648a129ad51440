import { outcomeOf, qualityOf, weakestFirst } from './answer-quality';

const scores = (answer: number, context: (number | null)[], grounded: (number | null)[]) => ({
  answer_relevance: { score: answer, reason: '' },
  context_relevance: context,
  groundedness: grounded,
  model: 'local-scorer',
});

describe('how a question ended', () => {
  it.each([
    ['0', 'answered'],
    ['-1', 'failed'],
    ['-2', 'unanswered'],
    ['-3', 'nothing'],
    [null, 'left'],
  ] as const)('follows from its status %s', (status, outcome) => {
    expect(outcomeOf({ status })).toBe(outcome);
  });
});

describe('the scores of an answer', () => {
  it('are those of its best source; what is unknown has none', () => {
    expect(qualityOf(scores(4, [1, null, 3], [null, 2, 0]))).toEqual({ answer: 4, sources: 3, support: 2 });
    expect(qualityOf(scores(4, [null], []))).toEqual({ answer: 4, sources: undefined, support: undefined });
    expect(qualityOf(undefined)).toEqual({ answer: undefined, sources: undefined, support: undefined });
  });

  it('order answers: thumbs-down first, then the lowest score, and last those without', () => {
    const plain = { id: 1 };
    const good = { id: 2, remi_scores: [scores(5, [5], [5])] };
    const weak = { id: 3, remi_scores: [scores(5, [5], [0])] };
    const disliked = { id: 4, feedback_good_all: false };
    expect(weakestFirst([plain, good, weak, disliked]).map(({ id }) => id)).toEqual([4, 3, 2, 1]);
    expect(weakestFirst([good, { ...good, id: 9 }]).map(({ id }) => id)).toEqual([2, 9]);
  });
});
