import { modelsNamed } from './models-named';

const models = [
  { value: 'gpt-5', name: 'GPT-5' },
  { value: 'openai_compat/1', name: 'Our server' },
];

describe('models that a text names', () => {
  it('are found by what they are called and by what people call them', () => {
    const found = (text: string) => modelsNamed(models, text).map(({ value }) => value);
    expect([found('GPT'), found(' our '), found('compat'), found('nothing')]).toEqual([
      ['gpt-5'],
      ['openai_compat/1'],
      ['openai_compat/1'],
      [],
    ]);
    expect(found('')).toHaveLength(2);
  });
});
