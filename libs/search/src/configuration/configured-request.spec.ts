import { validate } from '@lectern/contracts/core';
import type { SearchConfiguration } from '@lectern/contracts/knowledge-box';
import { AskRequest, FindQuery, FindRequest, findRequestOf } from '@lectern/contracts/search';
import { configuredRequest } from './configured-request';

const forFind = (config: object): SearchConfiguration => ({ kind: 'find', config: { ...config } });
const found = (config: object, body: object) => {
  const request = validate(FindRequest, { ...body, search_configuration: 'c' });
  return configuredRequest('find', { type: FindRequest, request, configuration: forFind(config) });
};

describe('a request with a search configuration', () => {
  it('has the members of the configuration, and defaults for the rest', () => {
    const config = { top_k: 3, features: ['keyword'], min_score: { bm25: 2 } };
    expect(found(config, { query: 'moon' })).toEqual(validate(FindRequest, { query: 'moon', ...config }));
  });

  it('has its own members instead, each as a whole, whether they say the default or not', () => {
    const config = { top_k: 3, highlight: true, min_score: { semantic: 0.5, bm25: 2 }, filters: ['/l/a/b'] };
    const own = { top_k: 20, min_score: { bm25: 1 }, filters: [], highlight: null };
    expect(found(config, own)).toMatchObject({ top_k: 20, min_score: { bm25: 1 }, filters: [], highlight: false });
    expect(found(config, own).min_score).not.toHaveProperty('semantic');
  });

  it('names no configuration any more', () => {
    expect(found({}, {}).search_configuration).toBeUndefined();
  });

  it('is checked as a whole', () => {
    const request = validate(AskRequest, { query: 'q', chat_history: [], search_configuration: 'c' });
    const configuration: SearchConfiguration = { kind: 'ask', config: { context: [] } };
    expect(() => configuredRequest('ask', { type: AskRequest, request, configuration })).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });

  it('keeps its question, whatever the configuration has', () => {
    const request = validate(AskRequest, { query: '', search_configuration: 'c' });
    const configuration: SearchConfiguration = { kind: 'ask', config: { query: 'stored', top_k: 2 } };
    expect(configuredRequest('ask', { type: AskRequest, request, configuration })).toMatchObject({
      query: '',
      top_k: 2,
    });
  });

  it.each(['find', 'ask'] as const)('is not of another kind than %s', (kind) => {
    const request = validate(AskRequest, { query: 'q', search_configuration: 'c' });
    const configuration: SearchConfiguration = { kind: kind === 'ask' ? 'find' : 'ask', config: {} };
    expect(() => configuredRequest(kind, { type: AskRequest, request, configuration })).toThrow(
      expect.objectContaining({
        code: 'invalid_search_configuration',
        message: `This search configuration is not valid for \`${kind}\``,
      }),
    );
  });
});

describe('a find by query parameters with a search configuration', () => {
  const config = {
    top_k: 3,
    highlight: true,
    field_type_filter: ['text'],
    security: { groups: ['a'] },
    min_score: 0.5,
  };
  const meant = (query: object) => {
    const request = findRequestOf(validate(FindQuery, { ...query, search_configuration: 'c' }));
    return configuredRequest('find', { type: FindRequest, request, configuration: forFind(config) });
  };

  it('has the members of the configuration where the address has no parameter', () => {
    expect(meant({ query: 'moon' })).toMatchObject({ query: 'moon', ...config });
  });

  it('has what parameters of other names say', () => {
    const query = { field_type: ['file'], security_groups: ['b'], min_score_bm25: 2, top_k: 5 };
    expect(meant(query)).toMatchObject({
      top_k: 5,
      highlight: true,
      field_type_filter: ['file'],
      security: { groups: ['b'] },
      min_score: { bm25: 2 },
    });
  });
});
