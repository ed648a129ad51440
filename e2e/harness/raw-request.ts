import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';

const ANSWER_TIMEOUT_MS = 60_000;

export interface RawRequest {
  readonly method?: string;
  /** Below the origin, as it is. */
  readonly path: string;
  /** In this order and spelling, repeated ones included; the host of the origin unless they name one. */
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
  const isNamed = headers.some(([name]) => name.toLowerCase() === 'host');
  const flat = [...(isNamed ? [] : [['host', host] as const]), ...headers].flat();
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

/** A request whose connection breaks after a number of bytes of the body; before its head is whole with -1. */
export async function cutRequest(
  origin: string,
  { method, path, headers = [], body, cutAtBytes }: RawRequest & { readonly body: Buffer; readonly cutAtBytes: number },
): Promise<void> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  // The server may have closed it first.
  socket.on('error', () => undefined);
  const lines = [['host', host], ['content-length', String(body.length)], ...headers].map((pair) => pair.join(': '));
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}`;
  const sent = cutAtBytes < 0 ? head : Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body.subarray(0, cutAtBytes)]);
  await new Promise<void>((resolve) => socket.write(sent, () => resolve()));
  socket.destroy();
  await once(socket, 'close');
}
