import { refusals } from '../../validation/refused.fixture';
import { beyond, list, map, text } from '../../validation/requests.fixture';
import { validate } from '../../validation/validate';
import { LearningConfiguration, LearningConfigurationUpdate } from './learning-configuration.dto';

const both = [LearningConfiguration, LearningConfigurationUpdate] as const;
const unsupported = (member: string) => [
  `${member}: Value error, ${member} is not supported by this version; leave it out`,
];

describe.each(both)('%p', (type) => {
  const refused = (value: object) => refusals(type, value);

  it('may be empty, and each member null', () => {
    expect(validate(type, {})).toEqual({});
    const names = ['default_semantic_model', 'generative_model', 'summary_model', 'summary', 'summary_prompt'].concat([
      ...['user_prompts', 'user_keys', 'prefer_markdown_generative_response'],
    ]);
    const nulls = Object.fromEntries(names.map((name) => [name, null]));
    expect(validate(type, nulls)).toEqual(nulls);
  });

  it.each(['default_semantic_model', 'generative_model', 'summary_model'])(
    'has a %s of at most 250 characters',
    (name) => {
      expect(refused({ [name]: 'modèle/😀' })).toEqual([]);
      expect(refused({ [name]: 7 })).toEqual([`${name}: Input should be a valid string`]);
      expect(beyond(250, (size) => refused({ [name]: text(size) }))).toEqual([
        `${name}: String should have at most 250 characters`,
      ]);
    },
  );

  it.each([
    ['anonymization_model', 'disabled', 'multilingual'],
    ['visual_labeling', 'disabled', 'enabled'],
    ['ner_model', 'multilingual', 'english'],
    ['relation_model', 'base', 'large'],
  ])('takes a %s of %s, which changes nothing, and not %s', (member, idle, other) => {
    for (const value of [idle, null, '', {}, []]) expect(refused({ [member]: value })).toEqual([]);
    expect(validate(type, { [member]: idle })).toEqual({});
    expect(refused({ [member]: other })).toEqual(unsupported(member));
  });

  it('refuses members that nobody declared, unless they say nothing', () => {
    expect(refused({ other: null, more: '', nothing: [], off: false })).toEqual([]);
    expect(refused({ other: 'x' })).toEqual(unsupported('other'));
    expect(refused({ other: 0 })).toEqual(unsupported('other'));
  });

  it('sums up in one of two lengths, by a prompt with the place of the text', () => {
    for (const summary of ['simple', 'extended', null]) expect(refused({ summary })).toEqual([]);
    expect(refused({ summary: 'short' })).toEqual(["summary: Input should be 'simple' or 'extended'"]);
    expect(refused({ summary_prompt: { prompt: 'Sum up: {text}' } })).toEqual([]);
    expect(refused({ summary_prompt: {} })).toEqual(['summary_prompt.prompt: Field required']);
    expect(refused({ summary_prompt: { prompt: 'Sum up: {question}' } })).toEqual([
      'summary_prompt.prompt: Value error, The prompt must contain the {text} placeholder',
    ]);
    expect(beyond(100_000, (size) => refused({ summary_prompt: { prompt: `{text}${text(size - 6)}` } }))).toEqual([
      'summary_prompt.prompt: String should have at most 100000 characters',
    ]);
  });

  it('has prompts by provider, at most 32', () => {
    const prompts = (user_prompts: object) => refused({ user_prompts });
    expect(prompts({ openai_compat: { system: 'Be brief.', prompt: '{context} {question}' }, palm: {} })).toEqual([]);
    expect(beyond(32, (size) => prompts(map(size, () => ({ system: 'x' }))))).toEqual([
      'user_prompts: Dictionary should have at most 32 items after validation, not 33',
    ]);
    for (const name of ['Open AI', 'open-ai', '', text(65)])
      expect(prompts({ [name]: {} })).toEqual([
        `user_prompts.${name}.[key]: String should match pattern '^[a-z0-9_]{1,64}$'`,
      ]);
    expect(prompts({ palm: { prompts: 'x' } })).toHaveLength(1);
    expect(beyond(100_000, (size) => prompts({ palm: { system: text(size) } }))).toEqual([
      'user_prompts.palm.system: String should have at most 100000 characters',
    ]);
  });

  it('prefers Markdown, or not', () => {
    for (const value of [true, false, null])
      expect(refused({ prefer_markdown_generative_response: value })).toEqual([]);
    expect(refused({ prefer_markdown_generative_response: 'often' })).toHaveLength(1);
  });
});

describe('a whole learning configuration', () => {
  it('names embedding models, which an update cannot', () => {
    const models = { semantic_model: 'm', semantic_models: ['m', 'n'] };
    expect(validate(LearningConfiguration, models)).toEqual(models);
    expect(refusals(LearningConfigurationUpdate, models)).toEqual([
      ...unsupported('semantic_model'),
      ...unsupported('semantic_models'),
    ]);
  });

  it('has at most 10 of them', () => {
    const many = (size: number) => ({ semantic_models: list(size, (index) => `m${index}`) });
    expect(beyond(10, (size) => refusals(LearningConfiguration, many(size)))).toEqual([
      'semantic_models: List should have at most 10 items after validation, not 11',
    ]);
    expect(beyond(250, (size) => refusals(LearningConfiguration, { semantic_models: [text(size)] }))).toEqual([
      'semantic_models.0: String should have at most 250 characters',
    ]);
    expect(refusals(LearningConfiguration, { semantic_models: 'm' })).toEqual([
      'semantic_models: Input should be a valid list',
    ]);
  });
});
