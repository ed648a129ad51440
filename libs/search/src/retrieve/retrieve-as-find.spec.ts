import { validate } from '@lectern/contracts/core';
import { RetrieveRequest } from '@lectern/contracts/search';
import { retrieveAsFind } from './retrieve-as-find';

const asFind = (query: object, members: object = {}) =>
  retrieveAsFind(validate(RetrieveRequest, { query, ...members }));

describe('a retrieval as a find', () => {
  it('searches a text by words and by meaning, fuses by ranks and does not rerank', () => {
    const { find } = asFind({ query: 'moon' });
    expect(find).toMatchObject({ query: 'moon', features: ['keyword', 'semantic'], top_k: 20, show: [] });
    expect(find).toMatchObject({ rank_fusion: 'rrf', reranker: 'noop', with_duplicates: false, show_hidden: false });
    expect(asFind({ query: 'moon' }, { rank_fusion: null, reranker: 'predict' }).find).toMatchObject({
      rank_fusion: null,
      reranker: 'predict',
    });
  });

  it.each([
    ['without words', { keyword: 'disabled' }, { features: ['semantic'], min_score: { bm25: 0 } }],
    ['without meaning', { semantic: 'disabled', keyword: { min_score: 2 } }, { features: ['keyword'] }],
    [
      'with a vector, scores and a graph',
      { semantic: { vector: [1, 0], min_score: 0.5, vectorset: 'v' }, graph: { query: { prop: 'path' } } },
      {
        features: ['keyword', 'semantic', 'graph'],
        vector: [1, 0],
        vectorset: 'v',
        min_score: { semantic: 0.5, bm25: 0 },
        graph_query: { prop: 'path' },
      },
    ],
  ])('searches a text %s', (_, override, find) => {
    expect(asFind({ query: 'moon', override }).find).toMatchObject(find);
  });

  it('searches the indexes that have a part', () => {
    expect(asFind({ keyword: { query: 'moon', with_synonyms: true } })).toMatchObject({
      find: { query: 'moon', features: ['keyword'], with_synonyms: false },
      withSynonyms: true,
    });
    expect(asFind({ semantic: { query: [1, 0], vectorset: 'v' }, graph: { query: { prop: 'path' } } })).toMatchObject({
      find: { query: '', features: ['semantic', 'graph'], vector: [1, 0], min_score: { semantic: -1 } },
      graphLoc: ['body', 'query', 'graph', 'query'],
    });
  });

  it('keeps to its filters', () => {
    const filters = {
      filter_expression: { field: { prop: 'label', labelset: 'a' } },
      show_hidden: true,
      with_duplicates: true,
      security: { groups: ['hr'] },
    };
    expect(asFind({ query: '' }, { filters, top_k: 500 }).find).toMatchObject({ ...filters, top_k: 500 });
  });

  it.each<[string, object]>([
    ['no query', { query: {} }],
    ['both forms', { query: { query: 'moon', keyword: { query: 'moon' } } }],
    ['nothing to search', { query: { query: 'moon', override: { keyword: 'disabled', semantic: 'disabled' } } }],
    ['no vectorset beside a vector', { query: { semantic: { query: [1] } } }],
    ['no vector', { query: { semantic: { query: [], vectorset: 'v' } } }],
    ['a picture', { query: { query: 'moon', image: { content_type: 'image/png' } } }],
    ['an unknown member of rephrasing', { query: { query: 'moon', rephrase: { promt: '{question}' } } }],
    ['too many', { query: { query: 'moon' }, top_k: 501 }],
    ['none', { query: { query: 'moon' }, top_k: 0 }],
    ['an unknown member', { query: { query: 'moon' }, features: [] }],
    ['an unknown filter', { query: { query: 'moon' }, filters: { security_groups: ['hr'] } }],
    ['an unknown member of a leg', { query: { query: 'moon', override: { keyword: { minscore: 1 } } } }],
    ['an unknown weight', { query: { query: 'moon' }, rank_fusion: { name: 'rrf', boosting: { words: 2 } } }],
    ['an unknown member of the reranker', { query: { query: 'moon' }, reranker: { name: 'predict', windw: 2 } }],
  ])('is refused with %s', (_, body) => {
    expect(() => validate(RetrieveRequest, body)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});
