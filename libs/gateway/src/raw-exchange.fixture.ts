import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

const ANSWER_TIMEOUT_MS = 2_000;

export interface RawAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Bytes after the first answer on the same connection. */
  readonly rest: string;
}

/** Sends exactly these lines as the head of a request and what follows it, for what no client lets a caller do. */
export async function exchange(origin: string, lines: readonly string[], body = ''): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.end());
  const [head = '', ...parts] = (await text(socket)).split('\r\n\r\n');
  const [first = '', ...fields] = head.split('\r\n');
  const headers = new Map(
    fields.map((field) => [field.split(':')[0]?.toLowerCase() ?? '', field.replace(/^.*?: ?/, '')]),
  );
  const content = parts.join('\r\n\r\n');
  const length = Number(headers.get('content-length') ?? 0);
  return { status: Number(first.split(' ')[1]), headers, body: content.slice(0, length), rest: content.slice(length) };
}
