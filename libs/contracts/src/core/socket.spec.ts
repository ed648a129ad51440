import { operation, type Policy } from './operation';
import { message, MESSAGE_SIZE_BYTES_MAX, socket, SOCKET_IDLE_S } from './socket';

class Question {
  text!: string;
}
class Answer {
  said!: string;
}

const ask = operation({ name: 'test.question.ask', summary: 'Ask', body: Question, answer: Answer, deadlineMs: 1_000 });
const policy: Policy = { credentials: ['user'], role: 'READER', on: 'kb' };

describe('a socket', () => {
  const call = message({
    takes: Question,
    calls: ask,
    input: ({ text }: Question) => ({ body: { text } }),
    frame: ({ said }: Answer) => ({ type: 'answer', said }),
    end: () => ({ type: 'end' }),
  });
  const declared = socket({
    name: 'test.question.socket',
    summary: 'Ask over a socket',
    http: { path: '/questions', host: 'zone' },
    policy,
    frames: Answer,
    messages: { ask: call, stop: { stops: ['ask'] } },
    failure: ({ message: text }, kind) => ({ type: 'error', kind, text }),
  });

  it('has a table of messages that call operations or stop calls', () => {
    expect(Object.keys(declared.messages)).toEqual(['ask', 'stop']);
    expect(declared.messages['stop']).toEqual({ stops: ['ask'] });
  });

  it('makes the input of the operation of a message, and frames of its values', () => {
    const visit = { params: {}, query: {}, headers: {}, begun: 0, running: [] };
    expect(call.calls).toBe(ask);
    expect(call.takes).toBe(Question);
    expect(call.input({ text: 'Why?' }, visit)).toEqual({ body: { text: 'Why?' } });
    expect(call.frame({ said: 'Because.' }, { text: 'Why?' })).toEqual({ type: 'answer', said: 'Because.' });
    expect(call.end?.({ text: 'Why?' })).toEqual({ type: 'end' });
  });

  it('takes messages of at most a mebibyte, and is closed after five quiet minutes, unless it says otherwise', () => {
    expect([MESSAGE_SIZE_BYTES_MAX, SOCKET_IDLE_S]).toEqual([1_048_576, 300]);
    expect([declared.messageSizeBytesMax, declared.idleS]).toEqual([undefined, undefined]);
  });
});
