import { above, changed, required, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { refusals } from '../../validation/refused.fixture';
import { list, map, text } from '../../validation/requests.fixture';
import { validate } from '../../validation/validate';
import {
  PushConfiguration,
  PushedExtractStrategy,
  PushedSplitStrategy,
  PushedTableStrategy,
} from './push-configuration.dto';

const full = {
  semantic_models: ['minilm-l6'],
  generative_model: 'gpt-5',
  ner_model: 'multilingual',
  anonymization_model: 'disabled',
  visual_labeling: 'disabled',
  split_configs: {
    manual: { name: 'By rule', max_paragraph: 0, custom_split: 'MANUAL', manual_split: { splitter: '---' } },
    llm: {
      name: 'By model',
      custom_split: 'LLM',
      llm_split: { generative_model: '', generative_provider: '', rules: ['By topic'] },
    },
    none: { name: 'Plain', custom_split: 'NONE', llm_split: { rules: [] }, manual_split: { splitter: '' } },
  },
  extract_configs: {
    scans: {
      name: 'Scans',
      vllm_config: { generative_model: 'gpt-5', generative_provider: 'openai', rules: [] },
      ai_tables: { rules: [], merge_pages: true, max_pages_to_merge: 0 },
    },
  },
};
const named = { name: 'a' };
const faultsOf = (value: unknown) => refusals(PushConfiguration, value);

describe('the configuration of a push', () => {
  it('has members that all may be absent or null', () => {
    expect(wireOf(PushConfiguration, {})).toEqual({
      semantic_models: 'null list',
      generative_model: 'null text',
      ner_model: "null 'multilingual'",
      anonymization_model: "null 'disabled'",
      visual_labeling: "null 'disabled'",
      split_configs: 'null object',
      extract_configs: 'null object',
    });
    expect(validate(PushConfiguration, {})).toEqual({});
  });

  it('with everything in it arrives as it was sent', () => {
    expect(validate(PushConfiguration, full)).toEqual(full);
  });

  it('names its strategies, whose models are flat and whose split is a word, unlike in stored ones', () => {
    expect(wireOf(PushedSplitStrategy, named)).toEqual({
      name: 'text!',
      max_paragraph: 'null whole',
      custom_split: "null 'NONE', 'MANUAL' or 'LLM'",
      llm_split: 'null object',
      manual_split: 'null object',
    });
    expect(wireOf(PushedExtractStrategy, named)).toEqual({
      name: 'text!',
      vllm_config: 'null object',
      ai_tables: 'null object',
      include_hidden: 'null flag',
    });
    expect(wireOf(PushedTableStrategy, {})).toEqual({
      generative_model: 'null text',
      generative_provider: 'null text',
      rules: 'null list',
      merge_pages: 'null flag',
      max_pages_to_merge: 'null whole',
    });
  });

  it.each([
    [{ custom_split: 'MANUAL' }, 'custom_split MANUAL needs manual_split.splitter'],
    [{ custom_split: 'MANUAL', manual_split: { splitter: '' } }, 'custom_split MANUAL needs manual_split.splitter'],
    [{ manual_split: { splitter: '-' } }, 'manual_split.splitter needs custom_split MANUAL'],
    [{ custom_split: 'LLM', manual_split: { splitter: '-' } }, 'manual_split.splitter needs custom_split MANUAL'],
    [{ custom_split: 'NONE', llm_split: { rules: ['a'] } }, 'rules of llm_split need custom_split LLM'],
  ])('%j contradicts itself', (members, fault) => {
    expect(refusals(PushedSplitStrategy, { ...named, ...members })).toEqual([`: Value error, ${fault}`]);
  });

  it.each([
    ['semantic_models', list(10, String), list(11, String), tooMany(10)],
    ['semantic_models.0', text(250), text(251), tooLong(250)],
    ['generative_model', text(250), text(251), tooLong(250)],
    ['ner_model', 'multilingual', 'english', "Input should be 'multilingual'"],
    ['visual_labeling', 'disabled', 'enabled', "Input should be 'disabled'"],
    ['anonymization_model', 'disabled', 'multilingual', "Input should be 'disabled'"],
    ['split_configs', map(50, () => named), map(51, () => named), tooMany(50, 'Dictionary')],
    ['extract_configs', map(50, () => named), map(51, () => named), tooMany(50, 'Dictionary')],
    ['split_configs.manual.name', text(250), undefined, required],
    ['split_configs.manual.name', text(250), text(251), tooLong(250)],
    ['split_configs.manual.manual_split.splitter', text(1_000), text(1_001), tooLong(1_000)],
    ['split_configs.manual.max_paragraph', 50, 20, 'Value error, max_paragraph is 0, or between 50 and 10000'],
    ['split_configs.llm.custom_split', 'LLM', 2, "Input should be 'NONE', 'MANUAL' or 'LLM'"],
    ['split_configs.llm.llm_split.rules', list(50, String), list(51, String), tooMany(50)],
    ['extract_configs.scans.ai_tables.max_pages_to_merge', 5_000, 5_001, above(5_000)],
  ])('takes a proper %s only', (at, good, bad, fault) => {
    const faultsAt = (value: unknown) => faultsOf(changed<object>(full, at, value));
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`${at}: ${fault}`]]);
  });

  it('has ids of strategies of 1 to 250 characters', () => {
    for (const id of ['', text(251)])
      expect(faultsOf({ split_configs: { [id]: named }, extract_configs: { [id]: named } })).toEqual([
        `split_configs.${id}.[key]: Value error, ids of strategies have 1 to 250 characters`,
        `extract_configs.${id}.[key]: Value error, ids of strategies have 1 to 250 characters`,
      ]);
    expect(faultsOf({ split_configs: { [text(250)]: named, 'Ä b/c': named } })).toEqual([]);
  });
});
