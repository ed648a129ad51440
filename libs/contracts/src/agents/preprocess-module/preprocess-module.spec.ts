import { changed, required, tooLong, tooMany, unsupported, above, wireOf } from '../../validation/members.fixture';
import { faults, list, map, received, text } from '../../validation/requests.fixture';
import { preprocessOperations } from '../module/module.operations';
import { HistoricalConfig, PreConditionalConfig, RephraseConfig } from './preprocess-module.dto';

const { add } = preprocessOperations;
const faultsOf = (body: object) => faults(add, { body });
/** Members that every module has. */
const common = { id: 'null text', title: 'null text = "agent"', rules: 'null list', max_retries: 'null whole = 1' };
const rephrase = { module: 'rephrase' };
const condition = { module: 'pre_conditional', has_keywords: ['a'] };

describe('a preprocess module', () => {
  it.each([
    [HistoricalConfig, { module: 'historical', all: true }, { ...common, module: "'historical'!", all: 'flag!' }],
    [
      RephraseConfig,
      { module: 'rephrase' },
      {
        ...common,
        module: "'rephrase'!",
        kb: 'null text',
        synonyms: 'null flag = true',
        provided_synonyms: 'null object = {}',
        extend: 'null flag = true',
        session_info: 'null flag = false',
        history: 'null flag = false',
        model: 'null text object',
        split_question: 'null flag = false',
        rids: 'nothing',
        labels: 'nothing',
      },
    ],
    [
      PreConditionalConfig,
      { module: 'pre_conditional', has_keywords: ['a'] },
      {
        ...common,
        prompt: 'null text',
        has_keywords: 'null list = []',
        similarity: 'null list = []',
        model: 'null text object',
        module: "'pre_conditional' or 'preprocess_conditional'!",
        on: `null 'QUESTION' = "QUESTION"`,
        then: 'null list = []',
        else_: 'null list = []',
      },
    ],
  ])('has members of these kinds: %p', (type, smallest, members) => {
    expect(wireOf(type, smallest)).toEqual(members);
    expect(faultsOf(smallest)).toEqual([]);
  });

  it('says whether the history is whole', () => {
    expect(faultsOf({ module: 'historical' })).toEqual([`body.historical.all: ${required}`]);
  });

  it.each([
    [rephrase, 'kb', text(250), text(251), tooLong(250)],
    [rephrase, 'provided_synonyms', map(1_000, () => ['a']), map(1_001, () => ['a']), tooMany(1_000, 'Dictionary')],
    [rephrase, 'provided_synonyms.a', list(50, () => 'a'), list(51, () => 'a'), tooMany(50)],
    [rephrase, 'rids', [], ['a'], unsupported('rids')],
    [rephrase, 'labels', null, ['a'], unsupported('labels')],
    [rephrase, 'max_retries', 10, 11, above(10)],
    [condition, 'then', list(50, () => rephrase), list(51, () => rephrase), tooMany(50)],
  ])('takes what is proper only: %j %s', (smallest, at, good, bad, fault) => {
    const faultsAt = (value: unknown) => faultsOf(changed(smallest, at, value));
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${smallest.module}.${at}: ${fault}`]]);
  });

  it('is refused, with the names of those that there are, when there is none of its name', () => {
    for (const module of ['summarize', 'postprocess_alinia'])
      expect(faultsOf({ module })).toEqual([expect.stringMatching(new RegExp(`${module}.*'historical', `))]);
    expect(faultsOf({ ...condition, then: [{ module: 'summarize' }] })).toHaveLength(1);
  });

  it('runs under a condition that says something', () => {
    const problem = 'Value error, a condition needs prompt, has_keywords or similarity';
    expect(faultsOf({ module: 'pre_conditional' })).toEqual([`body.pre_conditional: ${problem}`]);
    expect(received(add, { body: { ...condition, module: 'preprocess_conditional' } }).body).toMatchObject({
      on: 'QUESTION',
      then: [],
      else_: [],
    });
  });
});
