import type { LearningConfigurationRecord, LearningSchema } from '@lectern/contracts/understanding';
import { answerChanges, answerDraftOf } from './answer-draft';

const option = (value: string, member: string | null) => ({ value, name: value, user_prompt: member });
// Only what the draft reads.
const schema = {
  generative_model: { default: 'local', options: [option('local', null), option('gpt', 'openai')] },
} as unknown as LearningSchema;
const record = (more: Partial<LearningConfigurationRecord> = {}) =>
  ({
    generative_model: 'gpt',
    summary_model: 'gpt',
    summary: 'simple',
    summary_prompt: null,
    prefer_markdown_generative_response: false,
    user_prompts: { openai: { system: 'Be brief' }, mistral: { prompt: '{context} {question}' } },
    ...more,
  }) as LearningConfigurationRecord;

describe('the form of answers', () => {
  it('begins with what the box has', () => {
    expect(answerDraftOf(record({ summary_model: 'local' }), schema)).toEqual({
      model: 'gpt',
      summaryModel: 'local',
      summary: 'simple',
      isMarkdown: false,
      system: 'Be brief',
      prompt: '',
      summaryPrompt: '',
    });
  });

  it('changes the prompts of its model, and keeps those of others', () => {
    const draft = { ...answerDraftOf(record(), schema), system: '', prompt: 'Say {question} from {context}' };
    expect(answerChanges(draft, record(), schema).user_prompts).toEqual({
      openai: { prompt: 'Say {question} from {context}' },
      mistral: { prompt: '{context} {question}' },
    });
  });

  it('restores defaults where nothing else is chosen', () => {
    const chosen = record({ user_prompts: { openai: { system: 'Be brief' } } });
    const draft = { ...answerDraftOf(chosen, schema), system: ' ' };
    expect(answerChanges(draft, chosen, schema)).toMatchObject({ user_prompts: null, summary_prompt: null });
    expect(answerChanges({ ...draft, model: 'local' }, chosen, schema)).toMatchObject({
      generative_model: null,
      summary_model: null,
      user_prompts: { openai: { system: 'Be brief' } },
    });
  });
});
