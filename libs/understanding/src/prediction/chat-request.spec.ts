import { validate } from '@lectern/contracts/core';
import { ChatRequest } from '@lectern/contracts/understanding';
import { showsReasoning } from '@lectern/contracts/search';
import { generationOf } from './chat-request';

const requestOf = (body: object) => validate(ChatRequest, { question: 'Why?', ...body });
const of = (body: object) => generationOf(requestOf(body), []);

describe('what a model is asked for a chat', () => {
  it('is a question about the context, unless plain chat is asked for', () => {
    expect(of({})).toMatchObject({ question: 'Why?', grounded: true, truncate: true, citations: 'none', tools: [] });
    expect(of({ retrieval: false, truncate: false })).toMatchObject({ grounded: false, truncate: false });
  });

  it.each([
    [true, 'default'],
    ['default', 'default'],
    ['llm_footnotes', 'llm_footnotes'],
    ['none', 'none'],
    [false, 'none'],
    [null, 'none'],
  ])('cites for %s as %s', (citations, expected) => {
    expect(of({ citations }).citations).toBe(expected);
  });

  it('cites nothing in an object, nor beside tools', () => {
    expect(of({ citations: 'default', json_schema: { a: 1 } }).citations).toBe('none');
    expect(of({ citations: 'default', tools: [{ name: 'f' }] }).citations).toBe('none');
  });

  it('has the older messages before the newer ones, with calls and what they returned', () => {
    const context = [{ author: 'USER', text: 'Hello' }];
    const chat_history = [
      { author: 'SVC', text: 'Hi' },
      { type: 'assistant', tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{"a":1}' } }] },
      { type: 'tool', tool_call_id: 'c', name: 'f', content: [1] },
    ];
    expect(of({ context, chat_history }).history).toEqual([
      { author: 'USER', text: 'Hello' },
      { author: 'ASSISTANT', text: 'Hi' },
      { author: 'ASSISTANT', text: '', toolCalls: [{ id: 'c', name: 'f', arguments: '{"a":1}' }] },
      { author: 'TOOL', text: '[1]', callId: 'c', name: 'f' },
    ]);
  });

  it('has images of a list or a map', () => {
    const image = { content_type: 'image/png', b64encoded: 'iVBORw0=' };
    const expected = [{ contentType: 'image/png', base64: 'iVBORw0=' }];
    expect(of({ query_context_images: [image] }).images).toEqual(expected);
    expect(of({ query_context_images: { a: image } }).images).toEqual(expected);
  });

  it('forces the tool that is named', () => {
    const tools = [{ name: 'f', parameters: { type: 'object' } }];
    expect(of({ tools, tool_choice: { type: 'forced', name: 'f' } }).toolChoice).toEqual({ name: 'f' });
    expect(of({ tools }).toolChoice).toBe('required');
  });

  it.each([
    [false, undefined, true],
    [true, 'medium', true],
    [{}, 'medium', true],
    [{ effort: 'xhigh', display: false }, 'xhigh', false],
  ])('thinks for %j with the effort %s, shown: %s', (reasoning, effort, isShown) => {
    expect([of({ reasoning }).reasoning, showsReasoning(requestOf({ reasoning }).reasoning)]).toEqual([
      effort,
      isShown,
    ]);
  });
});
