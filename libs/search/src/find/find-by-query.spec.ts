import { validate, validateInput } from '@lectern/contracts/core';
import type { RetrievalSettings } from '@lectern/contracts/knowledge-box';
import { FindQuery, FindRequest, findRequestOf } from '@lectern/contracts/search';
import { compileQuery } from '../query/compile-query';
import type { RequestScope } from '../query/request-scopes';

const settings: RetrievalSettings = {
  kbid: 'box',
  vectorsets: ['first'],
  rebuilding: false,
  embedding: [],
  enforceSecurity: false,
  hiddenResourcesEnabled: true,
};

describe('a find by query parameters', () => {
  const meant = (members: object) => findRequestOf(validate(FindQuery, { query: 'moon', ...members }));

  it('means the same as one by body', () => {
    const request = meant({ filter_expression: '{"field": {"prop": "label", "labelset": "a"}}', top_k: 7 });
    const body = { query: 'moon', filter_expression: { field: { prop: 'label', labelset: 'a' } }, top_k: 7 };
    const scope: RequestScope = {
      kbid: 'box',
      settings,
      slugs: new Map(),
      visibility: { hidden: true },
      nameable: { hidden: true },
      within: [],
      paragraphLabelsets: new Set<string>(),
    };
    expect(compileQuery(request, scope)).toEqual(compileQuery(validate(FindRequest, body), scope));
  });

  it('has everything that one by body has', () => {
    const token = Buffer.from('{}').toString('base64');
    const lists = { keyword_filters: ['moon', 'high water'], resource_filters: ['a'.repeat(32)], vector: [0.25, -1] };
    const rest = { rephrase: true, rephrase_prompt: 'Say {question}', search_after: token };
    const graph = { prop: 'path', destination: { value: 'Ada' } };
    expect(meant({ ...lists, ...rest, graph_query: JSON.stringify(graph) })).toMatchObject({
      ...lists,
      ...rest,
      graph_query: graph,
    });
  });

  it('takes one parameter for a list of one, and numbers as texts', () => {
    const sent = { keyword_filters: 'moon', vector: ['0.25', '-1e-1'], rephrase: 'yes', resource_filters: 'r/t' };
    const { query } = validateInput({ query: FindQuery }, { query: sent });
    // The query has been validated as this class.
    expect(findRequestOf(query as FindQuery)).toMatchObject({
      keyword_filters: ['moon'],
      vector: [0.25, -0.1],
      rephrase: true,
      resource_filters: ['r/t'],
    });
  });

  it.each([
    ['resource_filters', { resource_filters: Array(501).fill('r') }],
    ['keyword_filters', { keyword_filters: Array(501).fill('moon') }],
    ['vector', { vector: Array(8_193).fill('0') }],
    ['vector', { vector: ['0.1', 'near'] }],
    ['vector', { vector: ['1e999'] }],
    ['rephrase', { rephrase: 'perhaps' }],
    ['rephrase_prompt', { rephrase_prompt: 'Rewrite it' }],
    ['search_after', { search_after: 'x'.repeat(500_001) }],
    ['graph_query', { graph_query: 'x'.repeat(200_001) }],
    ['graph_query', { graph_query: `${'['.repeat(110)}${']'.repeat(110)}` }],
    ['explain_missing', { debug: 'true', explain_missing: ['x'] }],
  ])('refuses %s beyond its bounds', (member, query) => {
    const loc = expect.arrayContaining(['query', member]);
    const refused = () => validateInput({ query: FindQuery }, { query });
    expect(refused).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        details: { detail: expect.arrayContaining([expect.objectContaining({ loc })]) },
      }),
    );
  });

  it('carries its groups', () => {
    expect(meant({ security_groups: ['hr'] }).security).toEqual({ groups: ['hr'] });
    expect(meant({}).security).toBeUndefined();
  });

  it.each([
    [{ min_score: 0.5 }, { semantic: 0.5, bm25: 0 }],
    [
      { min_score: 0.5, min_score_semantic: 0.25, min_score_bm25: 1 },
      { semantic: 0.25, bm25: 1 },
    ],
  ])('has the scores of %j', (members, score) => {
    expect(meant(members).min_score).toEqual(score);
  });

  it('has an expression that is JSON', () => {
    for (const member of ['filter_expression', 'graph_query'])
      expect(() => meant({ [member]: '{' })).toThrow(expect.objectContaining({ code: 'invalid_query' }));
    expect(meant({ graph_query: '' }).graph_query).toBeUndefined();
  });
});
