import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

const ANSWER_TIMEOUT_MS = 20_000;

export interface RawRequest {
  readonly method?: string;
  /** Below the origin, as it is. */
  readonly path: string;
  /** In this order and spelling, repeated ones included. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: Buffer | string;
  /** Announces the body but does not send it. */
  readonly withholdBody?: boolean;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** For what `fetch` does not let a caller do. */
export async function rawRequest(origin: string, options: RawRequest): Promise<RawAnswer> {
  const { method = 'GET', path, headers = [], body, withholdBody = false } = options;
  const { hostname, port, host } = new URL(origin);
  const flat = [['host', host] as const, ...headers].flat();
  const sent = request({ hostname, port, method, path, headers: flat, agent: false, timeout: ANSWER_TIMEOUT_MS });
  sent.on('timeout', () => sent.destroy(new Error(`${method} ${path} was not answered in ${ANSWER_TIMEOUT_MS} ms`)));
  if (withholdBody) sent.flushHeaders();
  else sent.end(body);
  // The event's own argument.
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  if (withholdBody) sent.destroy();
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) };
}
