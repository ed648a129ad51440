import {
  changed,
  nested,
  required,
  tooDeep,
  tooFew,
  tooLong,
  tooMany,
  unsupported,
  wireOf,
} from '../../validation/members.fixture';
import { refusals } from '../../validation/refused.fixture';
import { list, text } from '../../validation/requests.fixture';
import { validate } from '../../validation/validate';
import {
  AllowedToolsChoice,
  CompletionFunction,
  CompletionMessage,
  CompletionTool,
  JsonSchemaFormat,
  NamedTool,
} from './completion-message.dto';

const png = 'data:image/png;base64,aaaa';
const pdf = 'data:application/pdf;base64,aaaa';
const user = (content: unknown) => ({ role: 'user', content });
const faultsOf = (message: unknown) => refusals(CompletionMessage, message);
const parts = {
  text: { type: 'text', text: 'What is on it?' },
  image: { type: 'image_url', image_url: { url: png } },
  audio: { type: 'input_audio', input_audio: { data: 'aaaa', format: 'wav' } },
  file: { type: 'file', file: { file_data: pdf, filename: 'tides.pdf' } },
  refusal: { type: 'refusal', refusal: 'I cannot say that.' },
};

describe('a message to complete', () => {
  it('has members of these kinds', () => {
    expect(wireOf(CompletionMessage, user('Hello'))).toEqual({
      role: "'developer', 'system', 'user', 'assistant', 'tool' or 'function'!",
      content: 'null text list',
      tool_calls: 'null list = []',
      function_call: 'null object',
      tool_call_id: 'null text',
      name: 'null text',
      audio: 'nothing',
    });
  });

  it('needs to say whose it is', () => {
    expect(faultsOf({ content: 'Hello' })).toEqual([`role: ${required}`]);
  });

  it('of a user may be made of parts of every type, which arrive with their type', () => {
    const content = Object.values(parts);
    expect(validate(CompletionMessage, user(content))).toEqual({ ...user(content), tool_calls: [] });
  });

  it.each(['developer', 'system', 'assistant'])('of the role %s is text, or refuses', (role) => {
    expect(faultsOf({ role, content: [parts.text, parts.refusal] })).toEqual([]);
    for (const part of [parts.image, parts.audio, parts.file])
      expect(faultsOf({ role, content: [part] })).toEqual([
        ': Value error, only messages of users may have images, sound and files',
      ]);
  });

  it('of a model may have calls and no content', () => {
    const calls = [{ id: 'call-1', function: { name: 'tide' } }];
    expect(validate(CompletionMessage, { role: 'assistant', content: null, tool_calls: calls })).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call-1', type: 'function', function: { name: 'tide', arguments: '{}' } }],
    });
    expect(faultsOf({ role: 'assistant', function_call: { name: 'tide', arguments: '{"a":1}' } })).toEqual([]);
  });

  it.each([
    [{ role: 'tool', content: 'high' }, 'what a tool returned needs its tool_call_id'],
    [{ role: 'tool', content: 'high', tool_call_id: '' }, 'what a tool returned needs its tool_call_id'],
    [{ role: 'function', content: 'high' }, 'what a function returned needs its name'],
  ])('%j belongs to no call', (message, fault) => {
    expect(faultsOf(message)).toEqual([`: Value error, ${fault}`]);
  });

  it.each([
    [{ type: 'text' }, `text.text: ${required}`],
    [{ type: 'image_url', image_url: png }, 'image_url.image_url: Input should be a valid dictionary or object'],
    [{ type: 'image_url', image_url: {} }, `image_url.image_url.url: ${required}`],
    [{ type: 'input_audio', input_audio: { data: 'a b', format: 'wav' } }, 'input_audio.input_audio.data: String'],
    [{ type: 'input_audio', input_audio: { data: 'aaaa', format: 'ogg' } }, "format: Input should be 'wav' or 'mp3'"],
    [{ type: 'file', file: { file_id: 'f-1', file_data: pdf } }, `file.file.file_id: ${unsupported('file_id')}`],
    [{ type: 'file', file: {} }, `file.file.file_data: ${required}`],
    [{ type: 'video' }, "Input tag 'video' found using 'type' does not match any of the expected tags"],
    [{ text: 'a' }, "Unable to extract tag using discriminator 'type'"],
  ])('refuses the part %j', (part, fault) => {
    expect(faultsOf(user([part])).filter((one) => one.includes(fault))).toHaveLength(1);
  });

  it.each([
    ['text', text(200_000), text(200_001), tooLong(200_000)],
    [
      'image_url.url',
      `data:image/png;base64,${text(3_999_978)}`,
      `data:image/png;base64,${text(3_999_979)}`,
      tooLong(4_000_000),
    ],
    ['input_audio.data', text(4_000_000), text(4_000_001), tooLong(4_000_000)],
    [
      'file.file_data',
      `data:application/pdf;base64,${text(3_999_972)}`,
      `data:application/pdf;base64,${text(3_999_973)}`,
      tooLong(4_000_000),
    ],
    ['file.filename', text(250), text(251), tooLong(250)],
  ])('takes %s of a part up to its bound', (at, most, more, fault) => {
    const part = Object.values(parts).find((one) => (at.split('.')[0] ?? '') in one);
    const faultsAt = (value: unknown) => faultsOf(user([changed<object>(part ?? {}, at, value)]));
    expect(faultsAt(most)).toEqual([]);
    expect(faultsAt(more).at(-1)).toMatch(new RegExp(`\\.${at.replace('.', '\\.')}: ${fault}$`));
  });

  it.each([
    ['https://example.org/a.png', true],
    ['http://example.org/a.png', true],
    ['data:image/svg+xml;base64,aaaa', true],
    ['data:text/plain;base64,aaaa', false],
    ['data:image/png,aaaa', false],
    ['ftp://example.org/a.png', false],
    ['https://user:secret@example.org/a.png', false],
    ['/a.png', false],
    [`https://example.org/${text(2_048)}`, false],
  ])('may name the image %s: %s', (url, isTaken) => {
    expect(faultsOf(user([{ type: 'image_url', image_url: { url } }])).length === 0).toBe(isTaken);
  });

  it('may bring a PDF along, and no other file', () => {
    const file = (file_data: string) => faultsOf(user([{ type: 'file', file: { file_data } }])).at(-1);
    expect(file(pdf)).toBeUndefined();
    for (const other of ['data:text/plain;base64,aaaa', 'aaaa', 'https://example.org/a.pdf'])
      expect(file(other)).toMatch(/a file is a data URL of a PDF \(data:application\/pdf;base64,…\)$/);
  });

  it.each([
    ['content', list(256, () => parts.text), list(257, () => parts.text), tooMany(256)],
    ['content', text(200_000), text(200_001), tooLong(200_000)],
    ['tool_calls', list(128, () => call()), list(129, () => call()), tooMany(128)],
    ['tool_calls', [call(text(256))], [call(text(257))], tooLong(256)],
    ['function_call', { name: text(256) }, { name: text(257) }, tooLong(256)],
    ['tool_call_id', text(256), text(257), tooLong(256)],
    ['name', text(256), text(257), tooLong(256)],
    ['audio', null, { id: 'a' }, unsupported('audio')],
  ])('takes %s up to its bound', (at, most, more, fault) => {
    const faultsAt = (value: unknown) => faultsOf(changed(user('a'), at, value));
    expect(faultsAt(most)).toEqual([]);
    expect(faultsAt(more).some((one) => one.startsWith(at) && one.endsWith(fault))).toBe(true);
  });
});

describe('a tool of a completion', () => {
  const tool = { type: 'function', function: { name: 'tide' } };

  it('is a function with a schema of its arguments', () => {
    expect(wireOf(CompletionTool, tool)).toEqual({ type: "'function'!", function: 'object!' });
    expect(wireOf(CompletionFunction, { name: 'tide' })).toEqual({
      name: 'text!',
      description: 'null text',
      parameters: 'null object = {}',
      strict: 'null flag',
    });
    expect(validate(CompletionTool, tool)).toEqual({ type: 'function', function: { name: 'tide', parameters: {} } });
    expect(refusals(CompletionTool, { type: 'function' })).toEqual([`function: ${required}`]);
    expect(refusals(CompletionTool, { ...tool, type: 'web_search' })).toEqual(["type: Input should be 'function'"]);
  });

  it('has a schema within bounds', () => {
    const faultsAt = (parameters: object) => refusals(CompletionFunction, { name: 'tide', parameters });
    expect([nested(64), { d: text(100_000 - 8) }].map(faultsAt)).toEqual([[], []]);
    expect(faultsAt(nested(65))).toEqual([`parameters: ${tooDeep(64)}`]);
    expect(faultsAt({ d: text(100_000 - 7) })).toEqual([
      'parameters: Value error, longer than 100000 characters of JSON',
    ]);
  });

  it('is chosen by its name, or as one of those that are allowed', () => {
    expect(validate(NamedTool, { function: { name: 'tide' } })).toEqual(tool);
    expect(refusals(NamedTool, { type: 'function' })).toEqual([`function: ${required}`]);
    const allowed = (tools: unknown, mode: unknown = 'auto') =>
      refusals(AllowedToolsChoice, { allowed_tools: { mode, tools } });
    expect(allowed([tool])).toEqual([]);
    expect(allowed([tool], 'required')).toEqual([]);
    expect(allowed([])).toEqual([`allowed_tools.tools: ${tooFew(1)}`]);
    expect(allowed(list(129, () => tool))).toEqual([`allowed_tools.tools: ${tooMany(128)}`]);
    expect(allowed([tool], 'none')).toEqual(["allowed_tools.mode: Input should be 'auto' or 'required'"]);
  });

  it('is no part of a schema of the answer, which has a name and may have no schema', () => {
    const format = (json_schema: unknown) => refusals(JsonSchemaFormat, { json_schema });
    expect(format({ name: 'tide' })).toEqual([]);
    expect(format({ name: 'tide', description: null, schema: { type: 'object' }, strict: true })).toEqual([]);
    expect(format({ schema: {} })).toEqual([`json_schema.name: ${required}`]);
    expect(format({ name: 'tide', schema: nested(65) })).toEqual([`json_schema.schema: ${tooDeep(64)}`]);
  });
});

function call(name = 'tide'): object {
  return { id: 'call-1', function: { name } };
}
