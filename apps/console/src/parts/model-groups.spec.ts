import type { LearningSchema } from '@lectern/contracts/understanding';
import { isNamed, modelGroups } from './model-groups';

const option = (value: string, provider: string) => ({ value, name: value, provider });
// The members that are read.
const schema = {
  generative_model: {
    options: [
      option('local', 'local'),
      option('gpt-5', 'openai'),
      option('gpt-4o', 'openai'),
      option('gpt-5/1', 'openai'),
      option('custom:ours', 'openai_compat'),
    ],
  },
  user_keys: { schemas: { openai: { title: 'OpenAI' } } },
} as unknown as LearningSchema;

describe('suggested models', () => {
  it('are grouped by whose they are, those of the account first', () => {
    const groups = modelGroups(schema, { ofAccount: 'Account', builtIn: 'Built in' });
    expect(groups.map(({ group, items }) => ({ group, items: items.map(({ value }) => value) }))).toEqual([
      { group: 'Account', items: ['gpt-5/1', 'custom:ours'] },
      { group: 'Built in', items: ['local'] },
      { group: 'OpenAI', items: ['gpt-5', 'gpt-4o'] },
    ]);
  });

  it('are found by what requests and what people call them', () => {
    const names = ['openai_compat/1', 'Our server'];
    expect([' our ', 'COMPAT', '', 'gpt'].map((text) => isNamed(names, text))).toEqual([true, true, true, false]);
    expect(isNamed(['local', undefined], 'undefined')).toBe(false);
  });
});
