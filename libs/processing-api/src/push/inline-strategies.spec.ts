import { type PushConfiguration, PushPayload } from '@lectern/contracts/understanding';
import { inlineStrategies } from './inline-strategies';

const push = (learning_config?: PushConfiguration | null) => Object.assign(new PushPayload(), { learning_config });
const split = (config: NonNullable<PushConfiguration['split_configs']>[string]) =>
  inlineStrategies(push({ split_configs: { own: config } })).split.get('own');
const extract = (config: NonNullable<PushConfiguration['extract_configs']>[string]) =>
  inlineStrategies(push({ extract_configs: { own: config } })).extract.get('own');

describe('The strategies that a push brings along', () => {
  it.each([[undefined], [null], [{}], [{ split_configs: null, extract_configs: null, generative_model: '' }]])(
    'are none with the configuration %j',
    (configuration) => {
      const { extract: own, split: other, generativeModel } = inlineStrategies(push(configuration));
      expect([own.size, other.size, generativeModel]).toEqual([0, 0, undefined]);
    },
  );

  it('are asked with the generative model of the push', () => {
    expect(inlineStrategies(push({ generative_model: 'writer' })).generativeModel).toBe('writer');
  });

  it.each([
    [undefined, 0],
    [null, 0],
    ['NONE', 0],
    ['MANUAL', 1],
    ['LLM', 2],
  ] as const)('cut as %j, which is %i in stored ones', (custom_split, number) => {
    expect(split({ name: 'own', custom_split })).toEqual({
      name: 'own',
      max_paragraph: undefined,
      custom_split: number,
    });
  });

  it('cut at a splitter exactly as it is written, and at none where it is empty', () => {
    expect(split({ name: 'own', custom_split: 'MANUAL', manual_split: { splitter: ' \n##' } })).toMatchObject({
      manual_split: { splitter: ' \n##' },
    });
    expect(split({ name: 'own', manual_split: { splitter: '' } })).not.toHaveProperty('manual_split');
  });

  it('have their model and its rules in the form of stored ones', () => {
    const llm_split = { generative_model: 'writer', generative_provider: 'own', rules: ['One topic each.'] };
    expect(split({ name: 'own', custom_split: 'LLM', max_paragraph: 500, llm_split })).toEqual({
      name: 'own',
      max_paragraph: 500,
      custom_split: 2,
      llm_split: { rules: ['One topic each.'], llm: { generative_model: 'writer', generative_provider: 'own' } },
    });
  });

  it('read pages and tables with models of their own', () => {
    const vllm_config = { generative_model: 'eyes', rules: ['Describe charts.'] };
    const ai_tables = { generative_model: 'rows', merge_pages: true, max_pages_to_merge: 3 };
    expect(extract({ name: 'own', vllm_config, ai_tables, include_hidden: true })).toEqual({
      name: 'own',
      include_hidden: true,
      vllm_config: { rules: ['Describe charts.'], llm: { generative_model: 'eyes', generative_provider: undefined } },
      ai_tables: {
        rules: undefined,
        llm: { generative_model: 'rows', generative_provider: undefined },
        merge_pages: true,
        max_pages_to_merge: 3,
      },
    });
  });

  it('have no models where none are given', () => {
    expect(extract({ name: 'own', vllm_config: null, ai_tables: null, include_hidden: false })).toEqual({
      name: 'own',
    });
  });
});
