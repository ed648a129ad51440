import { membersOf } from '../../validation/answers.fixture';

const file = `${__dirname}/score.dto.ts`;

describe('how a result came to its score', () => {
  it('is a list of stages', () => {
    expect(membersOf(file, 'ScoreStep')).toBe('score, source, type');
  });

  it('leaves out the fusion of one ranking, and the reranker where none ran', () => {
    expect(membersOf(file, 'ScoreExplanation')).toBe('legs, fusion?, reranker?');
    expect(membersOf(file, 'LegExplanation')).toBe('leg, score, rank, term?, words?, title_words?');
  });

  it('has every term of the reranker that reads words', () => {
    expect(membersOf(file, 'RerankerTerms')).toBe('retrieval, title, close, ordered, nearest, centre, sibling');
  });
});
