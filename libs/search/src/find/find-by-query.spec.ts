import { validate } from '@lectern/contracts/core';
import type { RetrievalSettings } from '@lectern/contracts/knowledge-box';
import { FindQuery, FindRequest } from '@lectern/contracts/search';
import { compileQuery } from '../query/compile-query';
import type { RequestScope } from '../query/request-scopes';
import { findRequestOf } from './find-by-query';

const settings: RetrievalSettings = {
  ...{ kbid: 'box', vectorsets: ['first'], rebuilding: false, embedding: [] },
  ...{ enforceSecurity: false, hiddenResourcesEnabled: true },
};

describe('a find by query parameters', () => {
  const meant = (members: object) => findRequestOf(validate(FindQuery, { query: 'moon', ...members }));

  it('means the same as one by body', () => {
    const request = meant({ filter_expression: '{"field": {"prop": "label", "labelset": "a"}}', top_k: 7 });
    const body = { query: 'moon', filter_expression: { field: { prop: 'label', labelset: 'a' } }, top_k: 7 };
    const scope: RequestScope = {
      ...{ kbid: 'box', settings, slugs: new Map(), visibility: { hidden: true }, within: [] },
      labelOwners: new Map(),
    };
    expect(compileQuery(request, scope)).toEqual(compileQuery(validate(FindRequest, body), scope));
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
    expect(() => meant({ filter_expression: '{' })).toThrow(expect.objectContaining({ code: 'invalid_query' }));
  });
});
