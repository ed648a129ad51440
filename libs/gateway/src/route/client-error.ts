import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const reasons: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

/** Answers what is not HTTP at all, before there is a request. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, reason] = reasons[error.code ?? ''] ?? [400, 'Bad Request'];
  const body = JSON.stringify({ detail: reason });
  const head = `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
  if (socket.writable) socket.write(`${head}${body}`);
  socket.destroySoon();
}

/** Answers a path that cannot be decoded, or a parameter longer than any id. */
export function answerBadUrl({ statusCode = 400 }: { readonly statusCode?: number }, response: ServerResponse): void {
  const detail = statusCode === 414 ? 'URI Too Long' : 'Bad Request';
  response.writeHead(statusCode, { 'content-type': 'application/json' }).end(JSON.stringify({ detail }));
}
