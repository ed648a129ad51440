import type { StoredParagraph } from '@lectern/contracts/core';
import { parseQuery } from '@lectern/text';
import type { RankedParagraph } from '../retrieval/ranked-paragraph';
import { explanationsOf, scoreHistory } from './score-history';

const paragraph: StoredParagraph = {
  id: 'r/t/a/0-9',
  rid: 'r',
  field: 't/a',
  text: 'The moon',
  language: 'en',
  kind: 'TEXT',
  labels: [],
  resourceLabels: [],
  resourceTitle: '',
  index: 0,
  start: 0,
  end: 9,
  page: 0,
};
const legs = [
  { leg: 'keyword', score: 4, rank: 0, term: 0.5 },
  { leg: 'graph', score: 1, rank: 3, term: 0.25 },
] as const;
const fused: RankedParagraph = {
  paragraph,
  score: 0.75,
  type: 'BM25',
  retrieved: { score: 0.75, legs, fusion: 'convex' },
};

describe('the history of a score', () => {
  it('has the indexes, their fusion and the reranker, in this order', () => {
    const indexes = [
      { score: 4, source: 'index', type: 'keyword' },
      { score: 1, source: 'index', type: 'graph' },
    ];
    const fusion = { score: 0.75, source: 'rank_fusion', type: 'wCombSUM' };
    expect(scoreHistory(fused)).toEqual([...indexes, fusion]);
    expect(scoreHistory({ ...fused, score: 0.9, type: 'RERANKER' })).toEqual([
      ...indexes,
      fusion,
      { score: 0.9, source: 'reranker', type: 'reranker' },
    ]);
  });

  it('has no fusion where only one index has results', () => {
    const alone: RankedParagraph = {
      paragraph,
      score: 0.8,
      type: 'VECTOR',
      retrieved: { score: 0.8, legs: [{ leg: 'semantic', score: 0.8, rank: 0 }] },
    };
    expect(scoreHistory(alone)).toEqual([{ score: 0.8, source: 'index', type: 'semantic' }]);
  });
});

describe('the explanation of a score', () => {
  it('says which words the paragraph has itself, and which only its title has', () => {
    const titled = { ...paragraph, resourceTitle: 'Of tides' };
    const ranked = { paragraphs: [{ ...fused, paragraph: titled }], weight: 0.5, language: 'en' };
    const explained = explanationsOf({ ...ranked, parsed: parseQuery('moon tide sea', ['en']) });
    const [keyword, graph] = legs;
    expect(explained[paragraph.id]?.legs).toEqual([{ ...keyword, words: ['moon'], title_words: ['tide'] }, graph]);
  });
});
