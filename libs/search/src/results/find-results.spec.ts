import fc from 'fast-check';
import type { StoredParagraph } from '@lectern/contracts/core';
import { parseQuery } from '@lectern/text';
import type { LegScore } from '@lectern/ranking';
import type { RankedParagraph } from '../retrieval/ranked-paragraph';
import type { RankedResults } from '../retrieval/retrieval.pipeline';
import { findResults } from './find-results';

const paragraphOf = (rid: string, field: string, n: number): RankedParagraph => {
  const paragraph: StoredParagraph = {
    id: `${rid}/${field}/${n}-9`,
    rid,
    field,
    text: 'The moon',
    language: 'en',
    kind: 'TEXT',
    labels: ['/k/text', '/l/tone/dry'],
    resourceLabels: ['/n/i/text/plain', '/l/topics/sea'],
    resourceTitle: '',
    index: 0,
    start: n,
    end: 9,
    page: 0,
  };
  const score = 1 / (n + 1);
  const legs = [
    { leg: 'keyword', score: 3, rank: n, term: score / 2 },
    { leg: 'semantic', score: 0.9, rank: n, term: score / 2 },
  ] as const;
  return { paragraph, score, type: 'BOTH', retrieved: { score, legs, fusion: 'rrf' } };
};
const resultsIn = (paragraphs: readonly RankedParagraph[], members: Partial<RankedResults> = {}): RankedResults => ({
  paragraphs,
  hits: [],
  total: 7,
  more: true,
  minScore: { semantic: 0.123456, bm25: 0 },
  incomplete: false,
  warnings: [],
  parsed: parseQuery('moon', ['en']),
  language: 'en',
  timings: { legs: 1 },
  trace: { fused: [], read: 0, ordered: [], shown: 0 },
  fuzzy: new Set<string>(),
  approximate: [],
  weight: 0.5,
  ...members,
});
const request = { query: 'moon', top_k: 20, highlight: false, debug: false, features: ['keyword' as const] };
const resources = { r1: { id: 'r1', title: 'Tides' } };
const resultsOf = (ranked: RankedResults, members = {}) =>
  findResults({ ranked, resources }, { kbid: 'box', request: { ...request, ...members } });

describe('the results of a find', () => {
  it('are by resource and field, with the order beside', () => {
    const results = resultsOf(
      resultsIn([paragraphOf('r2', 't/a', 0), paragraphOf('r1', 't/a', 1), paragraphOf('r2', 'a/title', 2)]),
    );
    expect(results.best_matches).toEqual(['r2/t/a/0-9', 'r1/t/a/1-9', 'r2/a/title/2-9']);
    expect(Object.keys(results.resources['r2']?.fields ?? {})).toEqual(['/t/a', '/a/title']);
    expect(results.resources['r1']).toMatchObject({ title: 'Tides' });
    expect(results.resources['r2']).toMatchObject({ id: 'r2' });
    expect(results).toMatchObject({
      total: 7,
      next_page: true,
      page_size: 20,
      min_score: { semantic: 0.123, bm25: 0 },
    });
  });

  it('have each paragraph once, where it belongs, in its place of the order', () => {
    const all = ['r1', 'r2'].flatMap((rid) =>
      ['t/a', 'u/b'].flatMap((field) => [0, 1, 2].map((n) => paragraphOf(rid, field, n))),
    );
    fc.assert(
      fc.property(fc.shuffledSubarray(all), (paragraphs) => {
        const results = resultsOf(resultsIn(paragraphs));
        const placed = Object.entries(results.resources).flatMap(([rid, { fields }]) =>
          Object.entries(fields).flatMap(([field, { paragraphs: own }]) =>
            Object.values(own).map(({ id, order }) => ({ id, order, isAtHome: id.startsWith(`${rid}${field}/`) })),
          ),
        );
        expect(placed.sort((a, b) => a.order - b.order)).toEqual(
          paragraphs.map(({ paragraph: { id } }, order) => ({ id, order, isAtHome: true })),
        );
      }),
    );
  });

  it('show the labels that people gave, of the resource and of the paragraph', () => {
    const results = resultsOf(resultsIn([paragraphOf('r1', 't/a', 0)]));
    const shown = results.resources['r1']?.fields['/t/a']?.paragraphs['r1/t/a/0-9'];
    expect(shown).toMatchObject({ labels: ['/l/topics/sea', '/l/tone/dry'], text: 'The moon', score: 1 });
  });

  it('mark words, tell timings and warn only on request or when needed', () => {
    const ranked = resultsIn([paragraphOf('r1', 't/a', 0)]);
    const plain = resultsOf(ranked);
    expect([plain.metrics, plain.warnings, plain.rephrased_query]).toEqual([undefined, undefined, undefined]);
    expect(plain.explanations).toBeUndefined();
    const marked = resultsOf({ ...ranked, warnings: ['Half'] }, { highlight: true, debug: true });
    expect(marked).toMatchObject({ metrics: { legs: 1 }, warnings: ['Half'] });
    const { text } = marked.resources['r1']?.fields['/t/a']?.paragraphs['r1/t/a/0-9'] ?? {};
    expect(text).toMatch(/The <mark>moon<\/mark>/);
  });

  it('explain their scores on request', () => {
    const one = paragraphOf('r1', 't/a', 0);
    const reranked = { ...paragraphOf('r1', 't/a', 1), score: 0.7, type: 'RERANKER' } as const;
    const alone = { score: 2, legs: [{ leg: 'keyword', score: 2, rank: 2 }] } as const;
    const byWords = { ...paragraphOf('r1', 't/a', 2), score: 2, type: 'BM25', retrieved: alone } as const;
    const saying = (legs: readonly LegScore[]) =>
      legs.map((leg) => (leg.leg === 'keyword' ? { ...leg, words: ['moon'], title_words: [] } : leg));
    expect(resultsOf(resultsIn([one, reranked, byWords]), { debug: true }).explanations).toEqual({
      'r1/t/a/0-9': { legs: saying(one.retrieved.legs), fusion: { type: 'rrf', score: 1 } },
      'r1/t/a/1-9': {
        legs: saying(reranked.retrieved.legs),
        fusion: { type: 'rrf', score: 0.5 },
        reranker: { score: 0.7 },
      },
      'r1/t/a/2-9': { legs: saying(alone.legs) },
    });
    const terms = { score: 0.4, title: 0.1, densest: 0.08, ordered: 0.05, nearest: 0.04, centre: 0.03, sibling: 0.02 };
    const read = resultsOf(resultsIn([{ ...reranked, rerankTerms: terms }]), { debug: true });
    expect(read.explanations?.['r1/t/a/1-9']?.reranker).toEqual({
      score: 0.7,
      terms: { retrieval: 0.4, title: 0.1, close: 0.08, ordered: 0.05, nearest: 0.04, centre: 0.03, sibling: 0.02 },
    });
    const summed = { ...one, retrieved: { ...one.retrieved, fusion: 'convex' } } as const;
    const { explanations } = resultsOf(resultsIn([summed], { weight: 0.3 }), { debug: true });
    expect(explanations?.['r1/t/a/0-9']?.fusion).toEqual({ type: 'wCombSUM', score: 1, semantic_weight: 0.3 });
  });

  it('say which were found by words that are nearly the same, and mark those', () => {
    const found = {
      parsed: parseQuery('moan', ['en']),
      fuzzy: new Set(['r1/t/a/0-9']),
      approximate: [{ word: 'moan', edits: 1, prefix: false } as const],
    };
    const paragraphs = [paragraphOf('r1', 't/a', 0), paragraphOf('r1', 't/a', 1)];
    const shown = resultsOf(resultsIn(paragraphs, found), { highlight: true }).resources['r1']?.fields['/t/a'];
    expect(shown?.paragraphs).toMatchObject({
      'r1/t/a/0-9': { fuzzy_result: true, text: 'The <mark>moon</mark>' },
      'r1/t/a/1-9': { fuzzy_result: false },
    });
  });
});
