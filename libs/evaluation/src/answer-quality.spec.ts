import { type AnswerToScore, type Expectation, scoresOf } from './answer-quality';
import { estimateOf } from './ranking-quality';

const expected: Expectation = {
  documents: new Map([
    ['tides.txt', 1],
    ['moon.pdf', 1],
  ]),
  facts: [['the moon', 'our satellite'], ['Café']],
  isAnswerable: true,
};
const refused = { text: 'Not enough data.', isRefusal: true, cited: [], sentences: 0, supported: 0 };

describe('scores of an answered question', () => {
  it('measure ranking, citations, support and facts', () => {
    const given: AnswerToScore = {
      ranking: [['r1', 'ibex.txt'], ['r2', 'tides.txt'], ['r3']],
      answer: {
        text: 'The  MOON pulls the sea.',
        isRefusal: false,
        cited: [
          ['r2', 'tides.txt'],
          ['r1', 'ibex.txt'],
        ],
        sentences: 4,
        supported: 3,
      },
    };
    const { ndcg, ...scores } = scoresOf(expected, given, 2);
    expect(scores).toEqual({ recall: 0.5, citations: 0.5, support: 0.75, facts: 0.5, answered: 1 });
    // One of two documents, at rank 2: (1 / log2 3) / (1 + 1 / log2 3).
    expect(ndcg).toBeCloseTo(0.387, 3);
  });

  it('count a document once that is found under two of its names', () => {
    const given = { ranking: [['tides.txt'], ['tides.txt']] };
    expect(scoresOf(expected, given, 10).recall).toBe(0.5);
  });

  it('fold accents and blanks of facts', () => {
    const answer = { ...refused, isRefusal: false, text: 'At the cafe, our\nsatellite shines.' };
    expect(scoresOf(expected, { ranking: [], answer }, 5).facts).toBe(1);
  });

  it('want a refusal where nothing answers', () => {
    const question = { documents: new Map<string, number>(), facts: [], isAnswerable: false };
    expect(scoresOf(question, { ranking: [], answer: refused }, 5)).toEqual({ refusals: 1 });
    const answer = { ...refused, isRefusal: false };
    expect(scoresOf(question, { ranking: [], answer }, 5)).toEqual({ refusals: 0 });
  });

  it('find no fact in a refusal of what could be answered', () => {
    expect(scoresOf(expected, { ranking: [], answer: refused }, 5)).toMatchObject({ answered: 0, facts: 0, recall: 0 });
  });
});

describe('the interval of a mean', () => {
  it('holds the mean, is the same for the same values, and narrows with their number', () => {
    const values = Array.from({ length: 40 }, (_, index) => index % 2);
    const estimate = estimateOf(values);
    expect(estimate).toMatchObject({ mean: 0.5, count: 40 });
    expect(estimateOf(values)).toEqual(estimate);
    const wide = (estimate?.high ?? 0) - (estimate?.low ?? 0);
    const many = estimateOf(Array.from({ length: 4_000 }, (_, index) => index % 2));
    expect([wide > 0.25, (many?.high ?? 1) - (many?.low ?? 0) < 0.05]).toEqual([true, true]);
  });

  it('of no values is none, and of equal ones has no width', () => {
    expect(estimateOf([])).toBeUndefined();
    expect(estimateOf([1, 1, 1])).toEqual({ mean: 1, low: 1, high: 1, count: 3 });
  });
});
