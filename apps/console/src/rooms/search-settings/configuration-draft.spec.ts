import { noFilters } from '../../parts/filters/filters';
import { configOf, draftOfConfiguration, newDraft, trialMembers } from './configuration-draft';

const again = (config: Record<string, unknown>, kind: 'find' | 'ask' = 'find') =>
  configOf(draftOfConfiguration({ kind, config }));

describe('the form of a search configuration', () => {
  it('stores nothing that is the default', () => {
    expect(configOf(newDraft)).toEqual({});
    expect(configOf(draftOfConfiguration({ kind: 'find', config: {} }))).toEqual({});
  });

  it.each([
    [{ features: ['keyword'] }],
    [{ features: ['semantic'], vectorset: 'e5' }],
    [{ features: ['keyword'], with_synonyms: true }],
    [{ rank_fusion: { name: 'wCombSUM', semantic_weight: 0 } }],
    [{ rank_fusion: 'rrf' }],
    [{ rank_fusion: { name: 'rrf', boosting: { keyword: 2, semantic: 0.5 } } }],
    [{ min_score: { semantic: 0.4, bm25: 1 } }],
    [{ reranker: 'noop', top_k: 5 }],
    [{ reranker: { name: 'predict', window: 100 } }],
    [{ filters: [{ all: ['/classification.labels/sea/tides'] }, { any: ['/icon/application/pdf'] }] }],
  ])('shows and stores %j', (config) => {
    const draft = draftOfConfiguration({ kind: 'find', config });
    expect(draft.rest).toEqual({});
    expect(configOf(draft)).toEqual(config);
  });

  it.each([
    [{ features: ['keyword', 'graph'] }],
    [{ rank_fusion: { name: 'rrf', k: 10 } }],
    [{ filters: ['/l/sea'] }],
    [{ filter_expression: { field: { prop: 'label', labelset: 'sea' } } }],
    [{ highlight: true }],
  ])('keeps %j, which it does not show', (config) => {
    expect(draftOfConfiguration({ kind: 'find', config }).rest).toEqual(config);
    expect(again(config)).toEqual(config);
  });

  it('has a model and a system prompt for questions only', () => {
    const config = { generative_model: 'gpt', prompt: { system: 'Be brief' } };
    expect(draftOfConfiguration({ kind: 'ask', config })).toMatchObject({ model: 'gpt', system: 'Be brief', rest: {} });
    expect(again(config, 'ask')).toEqual(config);
    expect(draftOfConfiguration({ kind: 'find', config }).rest).toEqual(config);
    const whole = { prompt: { system: 'Be brief', user: '{context} {question}' } };
    expect(again(whole, 'ask')).toEqual(whole);
  });

  it('searches by words only with synonyms, as the server does', () => {
    expect(configOf({ ...newDraft, withSynonyms: true, vectorset: 'e5', meaningShare: 1 })).toEqual({
      features: ['keyword'],
      with_synonyms: true,
    });
  });

  it('stores days and filters as searches have them', () => {
    const filters = { ...noFilters, languages: ['/metadata.language/en'], from: '2026-01-31' };
    expect(configOf({ ...newDraft, filters })).toEqual({
      filters: [{ any: ['/metadata.language/en'] }],
      range_creation_start: '2026-01-31T00:00:00',
    });
  });
});

it('a configuration for questions is tried by what it finds', () => {
  const config = { generative_model: 'gpt', prompt: { system: 'x' }, citations: true, top_k: 3, reranker: 'noop' };
  expect(trialMembers(config)).toEqual({ top_k: 3, reranker: 'noop' });
});
