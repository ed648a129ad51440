import { type McpHeaders, type McpMessage, mcpMessagesIn, type McpReply } from '@lectern/contracts/agents';
import { AppError, type ErrorCode } from '@lectern/contracts/core';
import type { McpOffer } from './mcp-offer';
import { mcpServer, RESULT_CHARS_MAX } from './mcp-server';

/** Requests and notifications of one body. */
const MESSAGES_MAX = 20;
/** How often a call that takes long shows that it runs, to those who wait for it. */
const SIGN_OF_LIFE_MS = 20_000;
/** Code of JSON-RPC. */
const INVALID_REQUEST = -32_600;
const DATA = 'data: ';

/** Messages of a client. */
export interface McpCall {
  readonly headers: McpHeaders;
  readonly body: McpMessage;
  readonly signal: AbortSignal;
}

/** An exchange that began. */
interface Exchange {
  readonly response: Promise<Response>;
  /** Ends what runs for it. */
  readonly end: () => Promise<void>;
}

/**
 * Answers messages at once.
 *
 * @throws AppError `bad_request`, `not_acceptable`, `unsupported_media_type` for what the protocol forbids
 */
export async function answerAtOnce(offer: McpOffer, call: McpCall): Promise<McpReply> {
  const { response, end } = await begin(offer, call, { asEvents: false });
  try {
    return await replyOf(await response);
  } finally {
    await end();
  }
}

/** The same with signs of life: replies without a message. */
export async function* answerSlowly(offer: McpOffer, call: McpCall): AsyncGenerator<McpReply> {
  const { response, end } = await begin(offer, call, { asEvents: false });
  try {
    for (;;) {
      const done = await within(response, SIGN_OF_LIFE_MS);
      if (done) return yield await replyOf(done);
      yield {};
    }
  } finally {
    await end();
  }
}

/** Answers messages with a stream of notifications and results. @throws as `answerAtOnce`, before the first one */
export async function* streamMessages(offer: McpOffer, call: McpCall): AsyncGenerator<McpReply> {
  const { response, end } = await begin(offer, call, { asEvents: true });
  try {
    const { ok, body } = await response;
    if (!ok || !body) return yield await replyOf(await response);
    const decoder = new TextDecoder();
    const reader = body.getReader();
    for (let reading = reader.read(); ;) {
      const read = await within(reading, SIGN_OF_LIFE_MS);
      if (!read) yield {};
      else if (read.done) return;
      else {
        reading = reader.read();
        // The SDK writes one whole event at a time.
        for (const line of decoder.decode(read.value).split('\n'))
          if (line.startsWith(DATA)) yield { message: JSON.parse(line.slice(DATA.length)) };
      }
    }
  } finally {
    await end();
  }
}

async function begin(
  offer: McpOffer,
  { headers, body, signal }: McpCall,
  { asEvents }: { readonly asEvents: boolean },
): Promise<Exchange> {
  const messages = mcpMessagesIn(body);
  if (Array.isArray(messages) && messages.length > MESSAGES_MAX)
    throw new AppError('bad_request', `Invalid Request: a batch has at most ${MESSAGES_MAX} messages`, {
      detail: { code: INVALID_REQUEST },
    });
  const { WebStandardStreamableHTTPServerTransport: Transport } =
    await import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js');
  // The gateway, which sends the answer to the client, keeps the connection alive.
  const transport = new Transport({ enableJsonResponse: !asEvents, keepAliveMs: 0 });
  const server = await mcpServer(offer);
  await server.connect(transport);
  const request = new Request('http://localhost/', { method: 'POST', headers: sentHeaders(headers) });
  // Closed before the answer: the client wants none.
  const closed = new Promise<Response>((resolve) => {
    server.onclose = () => resolve(new Response(null, { status: 202 }));
  });
  const end = () => server.close();
  signal.addEventListener('abort', () => void end(), { once: true });
  const response = Promise.race([transport.handleRequest(request, { parsedBody: messages }), closed]);
  return { response: unlessAborted(response, signal), end };
}

function sentHeaders(headers: McpHeaders): Record<string, string> {
  const names = ['accept', 'content-type', 'mcp-protocol-version'] as const;
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}

async function replyOf(response: Response): Promise<McpReply> {
  const text = await response.text();
  if (text.length > RESULT_CHARS_MAX) throw new AppError('too_large', 'The answer to the messages has more than 4 MiB');
  if (!response.ok) throw protocolRefusal(response.status, text);
  return {
    ...(response.status !== 200 && { status: response.status }),
    ...(text !== '' && { message: JSON.parse(text) }),
  };
}

const codesByStatus: Readonly<Record<number, ErrorCode>> = {
  406: 'not_acceptable',
  413: 'too_large',
  415: 'unsupported_media_type',
};

function protocolRefusal(status: number, text: string): AppError {
  // As the SDK writes refusals.
  const { error } = JSON.parse(text) as { readonly error: { readonly code: number; readonly message: string } };
  return new AppError(codesByStatus[status] ?? 'bad_request', error.message, { detail: error });
}

/** The SDK never settles what it has not answered when it is closed. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** @returns undefined when it takes longer */
function within<T>(promise: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), timeoutMs);
    void promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
