import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A function that the model calls, with its arguments as JSON text. */
export interface ScriptedCall {
  readonly name: string;
  readonly arguments: string;
}

/** How the provider behaves in one call. */
export interface ScriptedAnswer {
  /** Pieces of the answer, sent one after another; "ok" when absent. */
  readonly pieces?: readonly string[];
  /** Pieces of reasoning, sent first. */
  readonly reasoning?: readonly string[];
  readonly toolCall?: ScriptedCall;
  /** Several calls in one answer. */
  readonly toolCalls?: readonly ScriptedCall[];
  /** Log probabilities of the tokens of each piece. */
  readonly logprobs?: readonly object[];
  /** Why the answer ends. Default: `stop`, or `tool_calls` with a call. */
  readonly finish?: 'length' | 'content_filter';
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number };
  /** Delay before each piece. */
  readonly delayMs?: number;
  /** Called just before each piece of reasoning or of the answer is sent, with its place. */
  readonly sending?: (place: number) => void;
  /** Number of pieces after which the connection breaks. */
  readonly breakAfter?: number;
  /** Number of pieces after which sending stops and the connection stays open; 0 does not even send headers. */
  readonly stallAfter?: number;
  /** Sent verbatim instead of an answer. */
  readonly raw?: {
    readonly status: number;
    readonly body: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
}

/** Request of a caller. */
export interface ReceivedCall {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  /** Resolves when the connection closes; true if the answer was incomplete. */
  readonly closed: Promise<boolean>;
}

/** A server on loopback that speaks the chat completions protocol and follows the test's script. */
export class ScriptedProvider {
  readonly calls: ReceivedCall[] = [];
  private readonly script: ScriptedAnswer[] = [];
  private answerOf: ((body: Readonly<Record<string, unknown>>) => ScriptedAnswer) | undefined;
  private vectorsOf: ((texts: readonly string[]) => Promise<readonly (readonly number[])[]>) | undefined;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ScriptedProvider> {
    const server = createServer();
    const provider = new ScriptedProvider(server);
    server.on('request', (request, response) => void provider.handle(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return provider;
  }

  get baseUrl(): string {
    // A TCP server's address is an object.
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** Scripts the answer to the next call. Calls without a script get "ok". */
  next(answer: ScriptedAnswer): this {
    this.script.push(answer);
    return this;
  }

  /** Answers calls that have no script by their content, for calls that arrive in any order. */
  answerWith(answerOf: (body: Readonly<Record<string, unknown>>) => ScriptedAnswer): this {
    this.answerOf = answerOf;
    return this;
  }

  /** Answers calls for embeddings with these vectors. */
  embedWith(vectorsOf: (texts: readonly string[]) => Promise<readonly (readonly number[])[]>): this {
    this.vectorsOf = vectorsOf;
    return this;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const closed = once(response, 'close').then(() => !response.writableFinished);
    const body = await bodyOf(request);
    // A deployment calls these when it starts, which no script expects.
    if (request.url === '/v1/models' || request.url === '/api/show') return void response.writeHead(404).end();
    this.calls.push({ path: request.url ?? '', authorization: request.headers.authorization, body, closed });
    const answer = this.script.shift() ?? this.answerOf?.(body) ?? {};
    if (answer.raw) {
      response.writeHead(answer.raw.status, answer.raw.headers).end(answer.raw.body);
    } else if (answer.stallAfter !== 0) {
      if (request.url?.endsWith('/embeddings')) await this.embed(response, body.input);
      else if (body.stream === true) await stream(response, answer);
      else whole(response, answer);
    }
  }

  private async embed(response: ServerResponse, input: unknown): Promise<void> {
    const texts = Array.isArray(input) ? input.map(String) : [String(input)];
    const vectors = (await this.vectorsOf?.(texts)) ?? [];
    const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
    json(response, { object: 'list', data, model: 'scripted', usage: { prompt_tokens: 1, total_tokens: 1 } });
  }
}

function json(response: ServerResponse, body: object): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  // Sent by the client under test, always a JSON object.
  return JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>;
}

function whole(response: ServerResponse, { pieces = ['ok'], usage }: ScriptedAnswer): void {
  const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: pieces.join('') } };
  json(response, { id: 'a', object: 'chat.completion', created: 0, model: 'scripted', choices: [choice], usage });
}

async function stream(response: ServerResponse, answer: ScriptedAnswer): Promise<void> {
  const {
    reasoning = [],
    logprobs = [],
    toolCall,
    toolCalls = toolCall ? [toolCall] : [],
    usage,
    delayMs = 0,
    sending,
    breakAfter = Infinity,
    stallAfter = Infinity,
  } = answer;
  const isCalling = toolCalls.length > 0;
  const { pieces = isCalling ? [] : ['ok'] } = answer;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const deltas = [
    ...reasoning.map((text) => ({ reasoning_content: text })),
    ...pieces.map((content) => ({ content })),
    ...(isCalling ? [{ tool_calls: toolCalls.map(callPart) }] : []),
  ];
  for (const [sent, delta] of deltas.entries()) {
    if (sent >= breakAfter) return void response.destroy();
    if (sent >= stallAfter) return;
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (response.destroyed) return;
    const likely = logprobs[sent - reasoning.length];
    sending?.(sent);
    await send(response, { choices: [{ index: 0, delta, ...(likely && { logprobs: { content: [likely] } }) }] });
  }
  if (deltas.length >= breakAfter) return void response.destroy();
  if (deltas.length >= stallAfter) return;
  const { finish = isCalling ? 'tool_calls' : 'stop' } = answer;
  await send(response, { choices: [{ index: 0, delta: {}, finish_reason: finish }] });
  if (usage) await send(response, { choices: [], usage });
  response.end('data: [DONE]\n\n');
}

const callPart = (called: ScriptedCall, index: number) => ({
  index,
  id: `call-${index + 1}`,
  type: 'function',
  function: called,
});

async function send(response: ServerResponse, part: object): Promise<void> {
  const event = { id: 'a', object: 'chat.completion.chunk', created: 0, model: 'scripted', ...part };
  const text = `data: ${JSON.stringify(event)}\n\n`;
  // Waits until the operating system has the text, so that breaking the connection afterwards does not lose it.
  await new Promise<void>((resolve) => response.write(text, () => resolve()));
}
