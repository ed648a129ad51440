import { extractConfigOf, extractDraftOf, hasKeys, splitConfigOf, splitDraftOf } from './strategy-draft';

const SEEING = {
  name: 'Eyes',
  vllm_config: { llm: { generative_model: 'gpt' }, rules: ['Write formulas as LaTeX.', 'Keep headings.'] },
  ai_tables: { llm: { generative_model: 'gpt' }, rules: [], merge_pages: true, max_pages_to_merge: 3 },
  include_hidden: true,
  split: { max_paragraph: 800 },
  max_parallel_llm_calls: 2,
};

describe('an extract strategy in the form', () => {
  it('is sent as it was stored', () => {
    expect(extractConfigOf(extractDraftOf(SEEING))).toEqual(SEEING);
  });

  it('begins as one that reads as usual', () => {
    expect(extractConfigOf({ ...extractDraftOf(), name: ' Plain ' })).toEqual({ name: 'Plain' });
  });

  it('sends nothing for a model that has nothing to do', () => {
    const draft = { ...extractDraftOf(SEEING), readsPages: false, readsTables: false };
    expect(extractConfigOf(draft)).toEqual({ name: 'Eyes', include_hidden: true, split: { max_paragraph: 800 } });
  });

  it('takes 0 for the default', () => {
    const draft = extractDraftOf({ split: { max_paragraph: 0 }, ai_tables: { max_pages_to_merge: 0 } });
    expect([draft.paragraphMax, draft.pagesMax]).toEqual([undefined, undefined]);
  });

  it('keeps how much a model thinks, and leaves out its key, which no answer shows', () => {
    const reasoning_config = { effort: 3 };
    const llm = { user_keys: { openai_compat: { key: '********' } }, reasoning_config };
    const stored = { name: 'Keyed', vllm_config: { llm, rules: [] } };
    expect(hasKeys(stored)).toBe(true);
    const sent = extractConfigOf(extractDraftOf(stored));
    expect(sent).toEqual({ name: 'Keyed', vllm_config: { llm: { reasoning_config }, rules: [] } });
    expect(hasKeys(sent)).toBe(false);
  });
});

describe('a split strategy in the form', () => {
  it.each([
    { name: 'Long', max_paragraph: 5_000 },
    { name: 'Stars', custom_split: 1 as const, manual_split: { splitter: '\n***\n' } },
    { name: 'Topics', custom_split: 2 as const, llm_split: { llm: { generative_model: 'm' }, rules: ['By topic.'] } },
  ])('is sent as it was stored: $name', (config) => {
    expect(splitConfigOf(splitDraftOf(config))).toEqual(config);
  });

  it('sends only what its way of cutting needs', () => {
    const draft = { ...splitDraftOf(), name: 'Any', splitter: '***', rules: 'By topic.', model: 'm' };
    expect(splitConfigOf(draft)).toEqual({ name: 'Any' });
    expect(splitConfigOf({ ...draft, kind: 'model' })).toEqual({
      name: 'Any',
      custom_split: 2,
      llm_split: { llm: { generative_model: 'm' }, rules: ['By topic.'] },
    });
  });

  it('keeps the blanks of the text to cut at, which count', () => {
    const draft = { ...splitDraftOf(), name: 'Blank', kind: 'text' as const, splitter: ' — ' };
    expect(splitConfigOf(draft).manual_split).toEqual({ splitter: ' — ' });
  });
});
