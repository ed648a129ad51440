import {
  AppError,
  type EventParts,
  type HttpAnswer,
  type OtherReply,
  type Reply,
  type WireNames,
} from '@lectern/contracts/core';
import type { FastifyReply } from 'fastify';
import type { HttpOperation } from '../route/http-operation';
import { answerDocument } from './document-answer';
import { UNHANDLED } from './error-answer';
import { httpAnswerOf } from './http-answer';
import { NOT_CACHED } from './not-cached';
import { sendJson } from './send-json';
import type { StreamCircumstances } from './stream-circumstances';
import { logStreamFailure } from './stream-failure';
import { type Piece, writePieces } from './stream-writer';

const contentTypes: Readonly<Partial<Record<Reply, string>>> = {
  text: 'text/plain; charset=utf-8',
  binary: 'application/octet-stream',
  events: 'text/event-stream',
};
const LINES = 'application/x-ndjson';

/**
 * Answers with a stream, or with one document where the operation says so. The first value is awaited before the status
 * is written, so an early failure keeps its own.
 */
export async function answerStream(
  values: AsyncIterable<unknown>,
  circumstances: StreamCircumstances,
): Promise<unknown> {
  const { operation, input } = circumstances;
  if (operation.document) return answerDocument(values, circumstances);
  const { collect, otherReply } = operation.http;
  if (collect?.when(input)) return answerCollected(collect.into(await gathered(values)), circumstances);
  if (!otherReply?.when(input)) return answerValues(values, circumstances);
  return answerValues(values, { ...circumstances, operation: withReply(operation, otherReply) });
}

function withReply(operation: HttpOperation, { reply, respond, failure }: OtherReply<unknown>): HttpOperation {
  return { ...operation, http: { ...operation.http, contentType: undefined, reply, respond, failure } };
}

async function answerValues(values: AsyncIterable<unknown>, circumstances: StreamCircumstances): Promise<unknown> {
  const { operation, reply, names, stallMs } = circumstances;
  const iterator = values[Symbol.asyncIterator]();
  const first = await iterator.next();
  const opening = first.done ? {} : httpAnswerOf(first.value, operation);
  const type = contentTypes[operation.http.reply ?? 'ndjson'] ?? LINES;
  reply.hijack();
  reply.raw.writeHead(opening.status ?? operation.http.success, {
    'content-type': operation.http.contentType ?? type,
    'x-accel-buffering': 'no',
    'cache-control': NOT_CACHED,
    ...renamed(opening.headers, names),
    ...stringHeaders(reply),
  });
  if (opening.body === undefined) reply.raw.flushHeaders();
  return writePieces(reply.raw, pieces(iterator, first, circumstances), stallMs).catch((error: unknown) => {
    logStreamFailure(error, { operation: operation.name, requestId: reply.request.id });
    reply.raw.destroy();
  });
}

async function* pieces(
  iterator: AsyncIterator<unknown>,
  first: IteratorResult<unknown>,
  circumstances: StreamCircumstances,
): AsyncGenerator<Piece> {
  const { operation, reply } = circumstances;
  const { lastEvent, failure } = operation.http;
  try {
    for (let result = first; !result.done; result = await iterator.next()) {
      const { body, event } = httpAnswerOf(result.value, operation);
      if (event) yield linesOf(event);
      if (body !== undefined) yield pieceOf(body, circumstances);
    }
    if (operation.http.reply === 'events' && lastEvent !== undefined) yield eventOf(lastEvent);
  } catch (error) {
    if (isRaw(operation) && !failure) throw error;
    logStreamFailure(error, { operation: operation.name, requestId: reply.request.id });
    if (reply.raw.destroyed) return;
    yield pieceOf(failureOf(error, operation), circumstances);
  } finally {
    await iterator.return?.();
  }
}

function failureOf(error: unknown, { http }: HttpOperation): unknown {
  const known = error instanceof AppError && error.code !== 'internal' ? error : new AppError('internal', UNHANDLED);
  return http.failure ? http.failure(known) : { item: { type: 'error', error: known.message } };
}

function pieceOf(body: unknown, { operation, names }: StreamCircumstances): Piece {
  if (body instanceof Uint8Array) return body;
  if (isRaw(operation)) return String(body);
  const json = onOneLine(JSON.stringify(names.writeJson(body)));
  return operation.http.reply === 'events' ? eventOf(json) : `${json}\n`;
}

/** JSON of which no reader of lines sees the end too early: some of them take these for ends of lines, too. */
function onOneLine(json: string): string {
  return json.replace(/[\u0085\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** What precedes the data of an event; a comment is complete. */
function linesOf({ id, name, comment }: EventParts): string {
  if (comment !== undefined) return `: ${comment}\n\n`;
  return (id === undefined ? '' : `id: ${id}\n`) + (name === undefined ? '' : `event: ${name}\n`);
}

const eventOf = (data: string) => `data: ${data}\n\n`;

function isRaw({ http: { reply } }: HttpOperation): boolean {
  return reply === 'text' || reply === 'binary';
}

async function gathered(values: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for await (const value of values) all.push(value);
  return all;
}

function answerCollected(
  { status, headers, body }: HttpAnswer,
  { operation, reply, names }: StreamCircumstances,
): unknown {
  reply.code(status ?? operation.http.success);
  for (const [name, text] of Object.entries(renamed(headers, names)))
    if (!reply.hasHeader(name)) reply.header(name, text);
  return sendJson(reply, JSON.stringify(names.writeJson(body ?? null)));
}

function renamed(headers: Readonly<Record<string, string>> = {}, names: WireNames): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, text]) => [names.headerOut(name).toLowerCase(), text]));
}

function stringHeaders(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, text]) => [name, String(text)]));
}
