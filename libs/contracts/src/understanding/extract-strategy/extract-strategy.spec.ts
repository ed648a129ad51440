import { above, below, changed, tooLong, tooMany, unsupported, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { ExtractSplit, ExtractStrategy, ExtractStrategyTarget, VisualExtraction } from './extract-strategy.dto';
import * as strategies from './extract-strategy.operations';

const { addExtractStrategy: add, getExtractStrategy: get } = strategies;
const kbid = 'f312ad155fdb40f3a6a1ec26e0617070';
const full = {
  name: 'Scans',
  vllm_config: {
    llm: {
      generative_model: 'gpt-5',
      generative_provider: 'openai',
      user_keys: { openai_compat: { key: 'sk-1' } },
      reasoning_config: { effort: 3, budget_tokens: 1_000 },
    },
    rules: ['Read stamps, too.'],
    merge_pages: false,
    max_pages_to_merge: 0,
  },
  ai_tables: { merge_pages: true, max_pages_to_merge: 5_000 },
  include_hidden: true,
  split: { max_paragraph: 50 },
  max_parallel_llm_calls: 32,
};
const faultsOf = (body: unknown) => faults(add, { body });

describe('extract strategies', () => {
  it('are of a name of the account of a NUA key, or of a knowledge box for its readers, managers and owners', () => {
    expect(routesOf(...Object.values(strategies))).toEqual({
      'GET /extract_strategies/{kbid}': '200 json; any of nothing; nua',
      'POST /extract_strategies/{kbid}': '200 json; any of nothing; nua',
      'GET /extract_strategies/{kbid}/strategies/{strategy_id}': '200 json; any of nothing; nua',
      'DELETE /extract_strategies/{kbid}/strategies/{strategy_id}': '204 empty; any of nothing; nua',
      'GET /kb/{kbid}/extract_strategies': '200 json; READER or MANAGER of kb; sa user pat',
      'POST /kb/{kbid}/extract_strategies': '200 json; MANAGER or OWNER of kb; sa user pat',
      'GET /kb/{kbid}/extract_strategies/strategy/{strategy_id}': '200 json; READER or MANAGER of kb; sa user pat',
      'DELETE /kb/{kbid}/extract_strategies/strategy/{strategy_id}': '204 empty; MANAGER or OWNER of kb; sa user pat',
    });
  });

  it('can be removed while the disk is full, and not added', () => {
    expect(conductOf(...Object.values(strategies))).toEqual({
      'understanding.extract-strategy.list': '10 s',
      'understanding.extract-strategy.add': '10 s, needs room',
      'understanding.extract-strategy.get': '10 s',
      'understanding.extract-strategy.disable': '10 s',
    });
  });

  it('are added with their id as answer, a JSON string', () => {
    expect(add.http?.member).toBe('id');
    expect(add.http?.read?.('2f1c', 200)).toEqual({ id: '2f1c' });
  });

  it('have an id of at most 250 characters in the path', () => {
    const path = (strategy_id: string) => faults(get, { path: { kbid, strategy_id } });
    expect(get.params).toBe(ExtractStrategyTarget);
    expect(path(text(250))).toEqual([]);
    expect(path(text(251))).toEqual([`path.strategy_id: ${tooLong(250)}`]);
  });
});

describe('an extract strategy', () => {
  it('has members that all may be absent or null', () => {
    expect(wireOf(ExtractStrategy, {})).toEqual({
      name: 'null text',
      vllm_config: 'null object',
      ai_tables: 'null object',
      include_hidden: 'null flag',
      split: 'null object',
      max_parallel_llm_calls: 'null whole',
    });
    expect(wireOf(VisualExtraction, {})).toEqual({
      llm: 'null object',
      rules: 'null list',
      merge_pages: 'null flag',
      max_pages_to_merge: 'null whole',
    });
    expect(wireOf(ExtractSplit, {})).toEqual({ max_paragraph: 'null whole' });
  });

  it('is kept as it is given', () => {
    for (const body of [{}, { name: 'strategy1', vllm_config: {} }, full])
      expect(received(add, { body }).body).toEqual(body);
  });

  it('leaves out what nobody knows', () => {
    expect(received(add, { body: { name: 'a', unknown: 1, ai_tables: { unknown: 1 } } }).body).toEqual({
      name: 'a',
      ai_tables: {},
    });
  });

  it.each([
    ['name', text(250), text(251), tooLong(250)],
    ['vllm_config.rules', list(50, String), list(51, String), tooMany(50)],
    ['vllm_config.rules', [text(2_000)], [text(2_001)], tooLong(2_000), 'vllm_config.rules.0'],
    ['vllm_config.llm.generative_model', text(250), text(251), tooLong(250)],
    ['vllm_config.llm.generative_provider', text(250), text(251), tooLong(250)],
    ['vllm_config.llm.generative_prompt_id', '', 'p', unsupported('generative_prompt_id')],
    ['vllm_config.llm.user_keys.openai', null, { key: 'a' }, unsupported('openai')],
    ['vllm_config.llm.reasoning_config.budget_tokens', 1_000_000, 1_000_001, above(1_000_000)],
    ['vllm_config.llm.reasoning_config.budget_tokens', 0, -1, below(0)],
    ['ai_tables.max_pages_to_merge', 5_000, 5_001, above(5_000)],
    ['ai_tables.max_pages_to_merge', 0, -1, below(0)],
    ['max_parallel_llm_calls', 32, 33, above(32)],
    ['max_parallel_llm_calls', 0, -1, below(0)],
    ['split.max_paragraph', 0, 49, 'Value error, max_paragraph is 0, or between 50 and 10000'],
    ['split.max_paragraph', 10_000, 10_001, 'Value error, max_paragraph is 0, or between 50 and 10000'],
    ['split.max_paragraph', 50, 50.5, 'Input should be a valid integer, got a number with a fractional part'],
  ])('takes a proper %s only', (at, good, bad, fault, place = at) => {
    const faultsAt = (value: unknown) => faultsOf(changed(full, at, value));
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${place}: ${fault}`]]);
  });
});
