import { type IndexFilter, validate } from '@lectern/contracts/core';
import type { RetrievalSettings } from '@lectern/contracts/knowledge-box';
import { FindRequest } from '@lectern/contracts/search';
import fc from 'fast-check';
import { compileQuery, WITHOUT_SYNONYMS } from './compile-query';
import type { RequestScope } from './request-scopes';

const settings: RetrievalSettings = {
  kbid: 'box',
  vectorsets: ['first', 'second'],
  rebuilding: false,
  embedding: [],
  enforceSecurity: false,
  hiddenResourcesEnabled: true,
};
const scope: RequestScope = {
  kbid: 'box',
  settings,
  slugs: new Map(),
  visibility: { groups: ['hr'], hidden: false },
  nameable: { hidden: true },
  within: [],
  paragraphLabelsets: new Set<string>(),
};
const queryOf = (members: object, within: readonly IndexFilter[] = []) =>
  compileQuery(validate(FindRequest, { query: 'moon', ...members }), { ...scope, within });
const visible: readonly IndexFilter[] = [{ visibleTo: ['hr'] }, { hidden: false }];

describe('the filter of a retrieval', () => {
  const one: IndexFilter = { resources: ['r'] };
  const expression = { field: { prop: 'label', labelset: 'a' } };

  it.each([
    ['what may be seen', {}, [], visible],
    ['and what the older filters say', { filters: ['/l/a'] }, [], [...visible, { label: '/l/a', of: 'resource' }]],
    [
      'and what the expression says',
      { filter_expression: expression },
      [],
      [...visible, { all: [{ label: '/l/a', of: 'resource' }] }],
    ],
    ['and where it looks', { filters: ['/l/a'] }, [one], [...visible, one, { label: '/l/a', of: 'resource' }]],
    ['and nothing that is empty', { filter_expression: {} }, [], visible],
  ])('is %s', (_, members, within, all) => {
    expect(queryOf(members, within).filter).toEqual({ all });
  });

  it('begins with visibility, which no operator of the request can reach', () => {
    const leaf = fc.constantFrom({ prop: 'label', labelset: 'a' }, { not: { prop: 'label', labelset: 'b' } });
    const expressions = fc.record(
      { field: leaf, paragraph: fc.constant({ prop: 'kind', kind: 'TEXT' }), operator: fc.constantFrom('and', 'or') },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(expressions, (filter_expression) => {
        const { filter } = queryOf({ filter_expression });
        expect(filter && 'all' in filter && filter.all.slice(0, 2)).toEqual(visible);
      }),
    );
  });

  it('has synonyms of the box for a query by words that wants them', () => {
    const synonyms = { moon: ['Luna'] };
    const compiled = (members: object) =>
      compileQuery(validate(FindRequest, { query: 'moon', ...members }), { ...scope, synonyms }).synonyms;
    expect(compiled({ with_synonyms: true, features: ['keyword'] })).toEqual(synonyms);
    expect(compiled({ with_synonyms: true, features: ['paragraphs'] })).toEqual(synonyms);
    expect(compiled({ features: ['keyword'] })).toBeUndefined();
    expect(queryOf({ with_synonyms: true, features: ['keyword'] }).lacking).toBe(WITHOUT_SYNONYMS);
    expect(compiled({ query: ' ', with_synonyms: true })).toBeUndefined();
    expect(() => compiled({ with_synonyms: true })).toThrow(
      expect.objectContaining({ code: 'invalid_query', message: expect.stringContaining('Error in synonyms: ') }),
    );
  });

  it('is none where everything is visible and nothing is filtered', () => {
    const everything = { ...scope, visibility: { hidden: true } };
    expect(compileQuery(validate(FindRequest, { query: '' }), everything).filter).toBeUndefined();
  });

  it('does not mix both kinds of filters', () => {
    const mixing = () => queryOf({ filters: ['/l/a'], filter_expression: expression });
    expect(mixing).toThrow(expect.objectContaining({ code: 'invalid_query' }));
  });
});

describe('what a request means', () => {
  it.each([
    [
      ['keyword', 'semantic'],
      ['keyword', 'semantic'],
    ],
    [['paragraphs'], ['keyword']],
    [['vectors', 'semantic'], ['semantic']],
  ])('by the features %j: it searches by %j', (features, legs) => {
    expect([...queryOf({ features }).legs]).toEqual(legs);
  });

  it.each([
    [{}, undefined, 0],
    [{ min_score: 0.5 }, 0.5, 0],
    [{ min_score: { semantic: 0, bm25: 2 } }, 0, 2],
    [{ min_score: { vector: 0.25 } }, 0.25, 0],
  ])('by %j: the least scores', (members, semantic, bm25) => {
    const { minSemanticScore, minKeywordScore } = queryOf(members);
    expect([minSemanticScore, minKeywordScore]).toEqual([semantic, bm25]);
  });

  it.each([
    [{}, { kind: 'convex', window: 200 }],
    [
      { rank_fusion: { name: 'wCombSUM', semantic_weight: 0, window: 300 } },
      { kind: 'convex', window: 300, weight: 0 },
    ],
    [{ rank_fusion: { name: 'wCombSUM' } }, { kind: 'convex', window: 200 }],
    [{ rank_fusion: 'rrf' }, { kind: 'rrf', k: 60, window: 40, boosting: { keyword: 1, semantic: 1 } }],
    [
      { rank_fusion: { name: 'rrf', k: 10, window: 300, boosting: { keyword: 2 } } },
      { kind: 'rrf', k: 10, window: 300, boosting: { keyword: 2, semantic: 1, graph: 1 } },
    ],
  ])('by %j: how rankings are fused', (members, fusion) => {
    expect(queryOf(members).fusion).toEqual(fusion);
  });

  it.each([
    [{}, 40],
    [{ top_k: 5 }, 10],
    [{ top_k: 200 }, 200],
    [{ reranker: 'noop' }, 0],
    [{ reranker: { name: 'predict', window: 50 } }, 50],
    [{ reranker: { name: 'predict', window: 5 } }, 20],
    [{ reranker: { name: 'predict', window: 0 }, top_k: 3 }, 6],
  ])('by %j: %i of the best are reranked', (members, window) => {
    expect(queryOf(members).rerankerWindow).toBe(window);
  });

  it('always fuses enough for what is returned and reranked, within bounds', () => {
    const requests = fc.record(
      {
        top_k: fc.integer({ min: 1, max: 200 }),
        reranker: fc.oneof(
          fc.constantFrom('noop', 'predict'),
          fc.record({ name: fc.constant('predict'), window: fc.integer({ min: 0, max: 200 }) }),
        ),
        rank_fusion: fc.oneof(
          fc.constantFrom('rrf', 'legacy', null),
          fc.record({ name: fc.constant('rrf'), window: fc.integer({ min: 0, max: 500 }) }),
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(requests, (members) => {
        const { fusion, rerankerWindow, topK } = queryOf(members);
        expect(fusion.window).toBeGreaterThanOrEqual(Math.max(topK, rerankerWindow, 1));
        expect(fusion.window).toBeLessThanOrEqual(500);
        expect(rerankerWindow === 0 || rerankerWindow >= topK).toBe(true);
        expect(rerankerWindow).toBeLessThanOrEqual(200);
      }),
    );
  });
});
