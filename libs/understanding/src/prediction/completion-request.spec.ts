import { validate } from '@lectern/contracts/core';
import { CompletionRequest } from '@lectern/contracts/understanding';
import { generationOfCompletion } from './completion-request';

const user = { role: 'user', content: 'Why?' };
const of = (body: object, tokensMax?: number) =>
  generationOfCompletion(validate(CompletionRequest, { messages: [user], ...body }), tokensMax);

describe('what a model is asked for a completion', () => {
  it('is the last question, after the prompts and the conversation before it', () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'developer', content: [{ type: 'text', text: 'Be kind.' }] },
      user,
      { role: 'assistant', content: 'So.' },
      { role: 'system', content: 'Be long.' },
      { role: 'user', content: [{ type: 'text', text: 'Really?' }, imagePart('iVBORw0=')] },
    ];
    expect(of({ messages })).toMatchObject({
      system: 'Be brief.\n\nBe kind.',
      history: [
        { author: 'USER', text: 'Why?' },
        { author: 'ASSISTANT', text: 'So.' },
        { author: 'SYSTEM', text: 'Be long.' },
      ],
      question: 'Really?',
      images: [{ contentType: 'image/png', base64: 'iVBORw0=' }],
      grounded: false,
    });
  });

  it('has sound and files with their types, and refuses what is neither', () => {
    const content = [
      { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'mp3' } },
      { type: 'file', file: { file_data: 'data:application/pdf;base64,JVBERi0=', filename: 'a.pdf' } },
    ];
    expect(of({ messages: [{ role: 'user', content }] }).images).toEqual([
      { contentType: 'audio/mpeg', base64: 'UklGRg==' },
      { contentType: 'application/pdf', base64: 'JVBERi0=', filename: 'a.pdf' },
    ]);
    const refused = [
      { role: 'assistant', content },
      { role: 'user', content: [{ type: 'file', file: { file_id: 'file-1' } }] },
      { role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'flac' } }] },
      { role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'no base64!', format: 'wav' } }] },
    ];
    for (const message of refused) expect(() => of({ messages: [message] })).toThrow();
  });

  it('is what functions returned when nobody asks after it, in the older form, too', () => {
    const messages = [
      user,
      { role: 'assistant', function_call: { name: 'f', arguments: '{"a":1}' } },
      { role: 'function', name: 'f', content: '2' },
    ];
    expect(of({ messages })).toMatchObject({
      question: '',
      history: [
        { author: 'USER', text: 'Why?' },
        { author: 'ASSISTANT', text: '', toolCalls: [{ id: 'f', name: 'f', arguments: '{"a":1}' }] },
        { author: 'TOOL', text: '2', callId: 'f' },
      ],
    });
  });

  it.each([
    [{}, undefined, undefined],
    [{ max_tokens: 5 }, undefined, 5],
    [{ max_tokens: 5, max_completion_tokens: 7 }, undefined, 7],
    [{ max_tokens: 5 }, 3, 3],
    [{}, 3, 3],
  ])('has an answer of %j and at most %s tokens: %s', (body, tokensMax, expected) => {
    expect(of(body, tokensMax).answerTokensMax).toBe(expected);
  });

  it('may be of some tools only', () => {
    const tools = ['f', 'g'].map((name) => ({ type: 'function', function: { name } }));
    expect(of({ tools }).toolChoice).toBe('auto');
    const one = { type: 'function', function: { name: 'g' } };
    expect(of({ tools, tool_choice: one })).toMatchObject({ toolChoice: { name: 'g' }, tools: [{}, {}] });
    const tool_choice = { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [one] } };
    expect(of({ tools, tool_choice })).toMatchObject({ toolChoice: 'required', tools: [{ name: 'g' }] });
  });

  it('may be an object: any, or one after a schema', () => {
    const schema = { type: 'object' };
    const format = (json_schema: object) => of({ response_format: { type: 'json_schema', json_schema } }).jsonSchema;
    expect(of({ response_format: { type: 'text' } }).jsonSchema).toBeUndefined();
    expect(of({ response_format: { type: 'json_object' } }).jsonSchema).toEqual({});
    expect(format({ name: 'a', schema })).toEqual({ name: 'a', parameters: schema });
    expect(format({ name: 'a' })).toEqual({});
    expect(of({ json_schema: { name: 'a', parameters: schema } }).jsonSchema).toEqual({
      name: 'a',
      parameters: schema,
    });
  });
});

function imagePart(base64: string): object {
  return { type: 'image_url', image_url: { url: `data:image/png;base64,${base64}`, detail: 'low' } };
}
