import {
  AppError,
  type EventParts,
  type HttpAnswer,
  type OtherReply,
  type Reply,
  type WireNames,
} from '@lectern/contracts/core';
import type { FastifyReply } from 'fastify';
import type { HttpOperation } from '../operation/http-operation';
import { answerDocument } from './document-answer';
import { UNHANDLED } from './error-answer';
import { httpAnswerOf } from './http-answer';
import { keptAlive, SILENCE, within } from './kept-alive';
import { NOT_CACHED } from './not-cached';
import { sendJson } from './send-json';
import { SILENCE_MAX, type StreamCircumstances } from './stream-circumstances';
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
 * is written, so an early failure keeps its own; a stream of lines or events opens without it when it takes long, and
 * from then on is never silent for long.
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
  const { operation, reply, names, stallMs, silence = SILENCE_MAX } = circumstances;
  const iterator = values[Symbol.asyncIterator]();
  const pending = iterator.next();
  const first = await (isKeptAlive(operation) ? within(pending, silence.openingMs) : pending);
  const opening = first === SILENCE || first.done ? {} : httpAnswerOf(first.value, operation);
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
  const all = keptAlive(iterator, pending, isKeptAlive(operation) ? silence.everyMs : undefined);
  return writePieces(reply.raw, pieces(all, { isSilent: first === SILENCE }, circumstances), stallMs).catch(
    (error: unknown) => {
      logStreamFailure(error, { operation: operation.name, requestId: reply.request.id });
      reply.raw.destroy();
    },
  );
}

async function* pieces(
  values: AsyncIterable<unknown>,
  { isSilent }: { readonly isSilent: boolean },
  circumstances: StreamCircumstances,
): AsyncGenerator<Piece> {
  const { operation, reply } = circumstances;
  const { lastEvent, failure } = operation.http;
  try {
    if (isSilent) yield emptyPiece(operation);
    for await (const value of values) {
      if (value === SILENCE) {
        yield emptyPiece(operation);
        continue;
      }
      const { body, event } = httpAnswerOf(value, operation);
      if (event) yield linesOf(event);
      if (body !== undefined) yield pieceOf(body, circumstances);
    }
    if (operation.http.reply === 'events' && lastEvent !== undefined) yield eventOf(lastEvent);
  } catch (error) {
    if (isRaw(operation) && !failure) throw error;
    logStreamFailure(error, { operation: operation.name, requestId: reply.request.id });
    if (reply.raw.destroyed) return;
    yield pieceOf(failureOf(error, operation), circumstances);
  }
}

/** Lines and events have pieces that say nothing; those of other content types are read by clients of their own. */
function isKeptAlive({ http: { reply = 'ndjson', contentType } }: HttpOperation): boolean {
  return (reply === 'ndjson' || reply === 'events') && contentType === undefined;
}

/**
 * A comment between events. Lines get a blank before their JSON: some readers of lines take each one for JSON, also an
 * empty one.
 */
function emptyPiece({ http }: HttpOperation): Piece {
  return http.reply === 'events' ? ': no news\n\n' : ' ';
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

/** Text before the data of an event; a comment is complete. */
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
  if (body === undefined) return reply.send();
  return sendJson(reply, JSON.stringify(names.writeJson(body)));
}

function renamed(headers: Readonly<Record<string, string>> = {}, names: WireNames): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, text]) => [names.headerOut(name).toLowerCase(), text]));
}

function stringHeaders(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, text]) => [name, String(text)]));
}
