import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '@lectern/contracts/core';

import { NOT_CACHED } from './not-cached';
import { checkHead, type CredentialCarriers } from '../request/request-head';

const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Answers invalid HTTP, before there is a request. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = statuses[error.code ?? ''] ?? 400;
  answerOnSocket(socket, status, { detail: STATUS_CODES[status] ?? '' });
  socket.destroySoon();
}

/** Answers `CONNECT`, which Node keeps from every route: there is nothing to connect to. */
export function answerConnect(request: IncomingMessage, socket: Duplex, places: CredentialCarriers): void {
  socket.on('error', () => socket.destroy());
  try {
    checkHead(request, places);
    answerOnSocket(socket, 404, { detail: 'Not Found' });
  } catch (error) {
    answerOnSocket(socket, 400, { detail: error instanceof AppError ? error.message : 'Bad Request' });
  }
  socket.end();
}

/** Answers a path that cannot be decoded, or a parameter longer than any id. */
export function answerBadUrl({ statusCode = 400 }: { readonly statusCode?: number }, response: ServerResponse): void {
  const detail = statusCode === 414 ? 'URI Too Long' : 'Bad Request';
  const headers = { 'content-type': 'application/json', 'cache-control': NOT_CACHED };
  response.writeHead(statusCode, headers).end(JSON.stringify({ detail }));
}

/** Answers a request that has no response of its own, in the envelope of all refusals. */
export function answerOnSocket(
  socket: Duplex,
  status: number,
  { detail, headers = {} }: { readonly detail: unknown; readonly headers?: Readonly<Record<string, string>> },
): void {
  if (!socket.writable) return;
  const body = JSON.stringify({ detail });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Cache-Control: ${NOT_CACHED}`,
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
}
