import { membersOf } from '../../validation/answers.fixture';

const file = `${__dirname}/completion-chunk.dto.ts`;
const whole = `${__dirname}/../completion-answer.ts`;

describe('a completion for clients of the OpenAI API', () => {
  it('as a stream has chunks, of which the last ones may have the usage', () => {
    expect(membersOf(file, 'CompletionChunk')).toBe('id, object, created, model, choices, usage?, consumption?');
    expect(membersOf(file, 'CompletionDelta')).toBe('role?, content?, reasoning_content?, tool_calls?');
  });

  it('as a document always has the usage', () => {
    expect(membersOf(whole, 'Completion')).toBe('id, object, created, model, choices, usage, consumption?');
  });

  it('counts tokens with the details that clients look into', () => {
    expect(membersOf(file, 'CompletionUsage')).toBe(
      'prompt_tokens, completion_tokens, total_tokens, prompt_tokens_details, completion_tokens_details',
    );
  });

  it('has calls that are whole in every chunk, by their place among the calls', () => {
    expect(membersOf(file, 'CompletionToolCalled')).toBe('id, type, function');
    expect(membersOf(file, 'CompletionToolDelta')).toBe('id, type, function, index');
    expect(membersOf(file, 'CompletionCalled')).toBe('name, arguments');
  });

  it('has probabilities of tokens with their bytes, or null where these are not known', () => {
    expect(membersOf(file, 'TokenProbability')).toBe('token, logprob, bytes|null');
  });
});
