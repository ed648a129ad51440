import { changed, nested, tooDeep, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { refusals } from '../../validation/refused.fixture';
import { list, text } from '../../validation/requests.fixture';
import { validate } from '../../validation/validate';
import { CalledFunction, ChatTool, ChatToolCall, RichMessage } from './chat-message.dto';

const call = { id: 'call-1', function: { name: 'tide' } };
const message = { author: 'USER' };

describe('a message of a chat', () => {
  it('has members of these kinds', () => {
    expect(wireOf(RichMessage, message)).toEqual({
      type: "null 'message', 'assistant' or 'tool' = \"message\"",
      author: "null 'USER' or 'SVC'",
      text: 'null text = ""',
      content: 'null flag whole fraction text list object',
      tool_calls: 'null list = []',
      tool_call_id: 'null text',
      name: 'null text',
    });
  });

  it('of older clients has no type, and is of who its author says', () => {
    expect(validate(RichMessage, { author: 'SVC', text: 'High tide is at noon.' })).toEqual({
      type: 'message',
      author: 'SVC',
      text: 'High tide is at noon.',
      tool_calls: [],
    });
  });

  it('of a model that calls functions needs no author', () => {
    expect(validate(RichMessage, { type: 'assistant', tool_calls: [call] })).toEqual({
      type: 'assistant',
      text: '',
      tool_calls: [{ id: 'call-1', type: 'function', function: { name: 'tide' } }],
    });
  });

  it.each([
    [{}, ': Value error, a message needs its author'],
    [{ type: 'message', author: null }, ': Value error, a message needs its author'],
    [{ type: 'tool' }, ': Value error, what a function returned needs its tool_call_id'],
    [{ type: 'tool', tool_call_id: '' }, ': Value error, what a function returned needs its tool_call_id'],
    [{ author: 'ASSISTANT' }, "author: Input should be 'USER' or 'SVC'"],
    [{ author: 'user' }, "author: Input should be 'USER' or 'SVC'"],
    [{ type: 'function', author: 'USER' }, "type: Input should be 'message', 'assistant' or 'tool'"],
  ])('%j is refused', (value, fault) => {
    expect(refusals(RichMessage, value)).toEqual([fault]);
  });

  it.each([
    ['text', text(200_000), text(200_001), tooLong(200_000)],
    ['content', text(200_000 - 2), text(200_000 - 1), 'Value error, longer than 200000 characters of JSON'],
    ['content', nested(64), nested(65), tooDeep(64)],
    ['tool_calls', list(128, () => call), list(129, () => call), tooMany(128)],
    ['tool_call_id', text(256), text(257), tooLong(256)],
    ['name', text(256), text(257), tooLong(256)],
  ])('takes %s up to its bound', (at, most, more, fault) => {
    const faultsAt = (value: unknown) => refusals(RichMessage, changed(message, at, value));
    expect([faultsAt(most), faultsAt(more)]).toEqual([[], [`${at}: ${fault}`]]);
  });
});

describe('a call of a function', () => {
  it('has an id, and a function with arguments of any shape', () => {
    expect(wireOf(ChatToolCall, call)).toEqual({
      id: 'text!',
      type: 'null \'function\' = "function"',
      function: 'object!',
    });
    expect(wireOf(CalledFunction, { name: 'tide' })).toEqual({
      name: 'text!',
      arguments: 'null flag whole fraction text list object',
    });
  });

  it.each([
    ['id', text(256), text(257), tooLong(256)],
    ['function.name', text(256), text(257), tooLong(256)],
    ['function.arguments', text(200_000 - 2), text(200_000), 'Value error, longer than 200000 characters of JSON'],
    ['function.arguments', nested(64), nested(65), tooDeep(64)],
  ])('takes %s up to its bound', (at, most, more, fault) => {
    const faultsAt = (value: unknown) => refusals(ChatToolCall, changed(call, at, value));
    expect([faultsAt(most), faultsAt(more)]).toEqual([[], [`${at}: ${fault}`]]);
  });

  it('is of no other type', () => {
    expect(refusals(ChatToolCall, { ...call, type: 'retrieval' })).toEqual(["type: Input should be 'function'"]);
  });
});

describe('a function that a model may ask for', () => {
  it('is a name, with a description and a schema where the caller has them', () => {
    expect(wireOf(ChatTool, { name: 'tide' })).toEqual({
      name: 'text!',
      description: 'null text',
      parameters: 'null object = {}',
    });
  });

  it('may be called like nothing of the language that reads it', () => {
    const parameters: unknown = JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}');
    const tool = validate(ChatTool, { name: '__proto__', parameters });
    expect(tool.name).toBe('__proto__');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(JSON.stringify(tool.parameters)).toBe('{"__proto__":{"polluted":true},"constructor":1}');
  });
});
