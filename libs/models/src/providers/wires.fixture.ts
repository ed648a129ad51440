import { crc32 } from 'node:zlib';
import type { Wire } from './wire-server.fixture';

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const event = (value: { readonly type: string; readonly [member: string]: unknown }) =>
  `event: ${value.type}\n${data(value)}`;
const head = { id: 'a', object: 'chat.completion.chunk', created: 0, model: 'm' };

/** Chat completions: OpenAI, Azure, Mistral, vLLM, Ollama and others. */
export const chatCompletions: Wire = {
  contentType: 'text/event-stream',
  isStream: ({ body }) => body.stream === true,
  stream: ({ pieces, toolCall, usage }) => [
    data({ ...head, choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] }),
    ...pieces.map((content) => data({ ...head, choices: [{ index: 0, delta: { content } }] })),
    ...(toolCall
      ? [
          data({
            ...head,
            choices: [
              {
                index: 0,
                delta: { tool_calls: [{ index: 0, id: 'call00001', type: 'function', function: toolCall }] },
              },
            ],
          }),
        ]
      : []),
    data({
      ...head,
      choices: [{ index: 0, delta: { content: '' }, finish_reason: toolCall ? 'tool_calls' : 'stop' }],
      usage: {
        prompt_tokens: usage.input,
        completion_tokens: usage.output,
        total_tokens: usage.input + usage.output,
      },
    }),
    'data: [DONE]\n\n',
  ],
  whole: (content) => ({
    ...head,
    object: 'chat.completion',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }),
};

export const anthropic: Wire = {
  contentType: 'text/event-stream',
  isStream: ({ body }) => body.stream === true,
  stream: ({ pieces, toolCall, usage }) => [
    event({
      type: 'message_start',
      message: {
        id: 'msg',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: usage.input, output_tokens: 1 },
      },
    }),
    event({
      type: 'content_block_start',
      index: 0,
      content_block: toolCall
        ? { type: 'tool_use', id: 'toolu_1', name: toolCall.name, input: {} }
        : { type: 'text', text: '' },
    }),
    ...pieces.map((text) => event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
    ...(toolCall
      ? [
          event({
            type: 'content_block_delta',
            index: 0,
            delta: { type: 'input_json_delta', partial_json: toolCall.arguments },
          }),
        ]
      : []),
    event({ type: 'content_block_stop', index: 0 }),
    event({
      type: 'message_delta',
      delta: { stop_reason: toolCall ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: usage.output },
    }),
    event({ type: 'message_stop' }),
  ],
  whole: (text) => ({
    id: 'msg',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
};

const candidate = (part: object, finishReason?: string) => ({
  candidates: [{ content: { parts: [part], role: 'model' }, index: 0, ...(finishReason && { finishReason }) }],
});

export const google: Wire = {
  contentType: 'text/event-stream',
  isStream: ({ path }) => path.includes(':streamGenerateContent'),
  stream: ({ pieces, toolCall, usage }) => [
    ...pieces.map((text) => data(candidate({ text }))),
    data({
      ...(toolCall
        ? candidate({ functionCall: { name: toolCall.name, args: JSON.parse(toolCall.arguments) } }, 'STOP')
        : candidate({ text: '' }, 'STOP')),
      usageMetadata: {
        promptTokenCount: usage.input,
        candidatesTokenCount: usage.output,
        totalTokenCount: usage.input + usage.output,
      },
    }),
  ],
  whole: (text) => ({
    ...candidate({ text }, 'STOP'),
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  }),
};

export const cohere: Wire = {
  contentType: 'text/event-stream',
  isStream: ({ body }) => body.stream === true,
  stream: ({ pieces, toolCall, usage }) => [
    event({ type: 'message-start', id: 'a', delta: { message: { role: 'assistant' } } }),
    ...(toolCall
      ? [
          event({
            type: 'tool-call-start',
            index: 0,
            delta: {
              message: {
                tool_calls: { id: 'call-1', type: 'function', function: { name: toolCall.name, arguments: '' } },
              },
            },
          }),
          event({
            type: 'tool-call-delta',
            index: 0,
            delta: { message: { tool_calls: { function: { arguments: toolCall.arguments } } } },
          }),
          event({ type: 'tool-call-end', index: 0 }),
        ]
      : [
          event({ type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: '' } } } }),
          ...pieces.map((text) =>
            event({ type: 'content-delta', index: 0, delta: { message: { content: { text } } } }),
          ),
          event({ type: 'content-end', index: 0 }),
        ]),
    event({
      type: 'message-end',
      delta: {
        finish_reason: toolCall ? 'TOOL_CALL' : 'COMPLETE',
        usage: { tokens: { input_tokens: usage.input, output_tokens: usage.output } },
      },
    }),
  ],
  whole: (text) => ({
    id: 'a',
    finish_reason: 'COMPLETE',
    message: { role: 'assistant', content: [{ type: 'text', text }] },
    usage: { billed_units: { input_tokens: 1, output_tokens: 1 }, tokens: { input_tokens: 1, output_tokens: 1 } },
  }),
};

export const bedrock: Wire = {
  contentType: 'application/vnd.amazon.eventstream',
  isStream: ({ path }) => path.endsWith('/converse-stream'),
  stream: ({ pieces, toolCall, usage }) => [
    frame('messageStart', { role: 'assistant' }),
    ...(toolCall
      ? [
          frame('contentBlockStart', {
            contentBlockIndex: 0,
            start: { toolUse: { toolUseId: 'tooluse_1', name: toolCall.name } },
          }),
          frame('contentBlockDelta', { contentBlockIndex: 0, delta: { toolUse: { input: toolCall.arguments } } }),
        ]
      : pieces.map((text) => frame('contentBlockDelta', { contentBlockIndex: 0, delta: { text } }))),
    frame('contentBlockStop', { contentBlockIndex: 0 }),
    frame('messageStop', { stopReason: toolCall ? 'tool_use' : 'end_turn' }),
    frame('metadata', {
      usage: { inputTokens: usage.input, outputTokens: usage.output, totalTokens: usage.input + usage.output },
      metrics: { latencyMs: 1 },
    }),
  ],
  whole: (text) => ({
    output: { message: { role: 'assistant', content: [{ text }] } },
    stopReason: 'end_turn',
    usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
    metrics: { latencyMs: 1 },
  }),
};

const TEXT = 7;

/** A message of an event stream: lengths and their checksum, headers, the content, a checksum of everything. */
function frame(type: string, content: object): Buffer {
  const headers = Buffer.concat(
    Object.entries({ ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' }).map(
      ([name, value]) => {
        const length = Buffer.alloc(2);
        length.writeUInt16BE(value.length);
        return Buffer.concat([
          Buffer.from([name.length]),
          Buffer.from(name),
          Buffer.from([TEXT]),
          length,
          Buffer.from(value),
        ]);
      },
    ),
  );
  const payload = Buffer.from(JSON.stringify(content));
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(16 + headers.length + payload.length, 0);
  prelude.writeUInt32BE(headers.length, 4);
  const begun = Buffer.concat([prelude, checksum(prelude), headers, payload]);
  return Buffer.concat([begun, checksum(begun)]);
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
}
