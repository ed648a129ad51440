import { AppError, invalidRequest } from '../core/errors';
import { compatRefusal, completionDocument } from './completion-answer';
import type { CompletionDelta, CompletionFinish, CompletionValue } from './completion-chunk/completion-chunk.dto';

const usage = {
  prompt_tokens: 1,
  completion_tokens: 2,
  total_tokens: 3,
  prompt_tokens_details: {},
  completion_tokens_details: {},
};
const of = (delta: CompletionDelta, finish_reason: CompletionFinish | null = null): CompletionValue => ({
  chunk: {
    id: 'a',
    object: 'chat.completion.chunk',
    created: 5,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason }],
    ...(finish_reason && { usage }),
  },
});

describe('a completion as one document', () => {
  it('has what its chunks say', () => {
    const values = [
      { origin: { learningId: 'a', model: 'm', traceId: 't' } },
      of({ role: 'assistant' }),
      of({ reasoning_content: 'Hm.' }),
      of({ content: 'The ' }),
      of({ content: 'moon.' }),
      of({}, 'length'),
    ];
    expect(completionDocument(values)).toEqual({
      headers: expect.objectContaining({ 'svc-learning-model': 'm' }),
      body: {
        id: 'a',
        object: 'chat.completion',
        created: 5,
        model: 'm',
        choices: [
          {
            index: 0,
            finish_reason: 'length',
            logprobs: null,
            message: { role: 'assistant', content: 'The moon.', reasoning_content: 'Hm.', refusal: null },
          },
        ],
        usage,
      },
    });
  });

  it('has calls without their places, and no text where there is none', () => {
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } } as const;
    const { body } = completionDocument([of({ tool_calls: [{ index: 0, ...call }] }), of({}, 'tool_calls')]);
    expect(body).toMatchObject({ choices: [{ message: { content: null, tool_calls: [call] } }] });
  });
});

describe('a refusal for clients of the OpenAI API', () => {
  it.each([
    [new AppError('unauthorized', 'No'), 'authentication_error'],
    [new AppError('rate_limited', 'Busy'), 'rate_limit_error'],
    [new AppError('invalid_request', 'Wrong'), 'invalid_request_error'],
    [new AppError('provider_failed', 'Gone'), 'server_error'],
  ])('%s is a %s', (error, type) => {
    const { message, code } = error;
    expect(compatRefusal(error)).toEqual({ body: { error: { message, type, code, param: null } } });
  });

  it('names the member that is wrong', () => {
    const error = invalidRequest([{ type: 'missing', loc: ['body', 'messages', '0', 'role'], msg: 'Field required' }]);
    expect(compatRefusal(error).body).toMatchObject({ error: { param: 'messages.0.role' } });
  });
});
