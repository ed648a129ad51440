import type { DocumentPiece, WireNames } from '@lectern/contracts/core';
import { DocumentWriter } from './document-writer';
import { NOT_CACHED } from './not-cached';
import { sendJson } from './send-json';
import type { StreamCircumstances } from './stream-circumstances';
import { logStreamFailure } from './stream-failure';
import { writePieces } from './stream-writer';

/** Characters of a document that is gathered and answered at once. */
const WHOLE_CHARS_MAX = 256 * 1024;

/**
 * Answers with the JSON document that the values are pieces of. A small one is gathered, so that a failure keeps its
 * status; of a larger one the status is gone by then, and the connection is broken off: what a client gets is the whole
 * document or an incomplete body.
 */
export async function answerDocument(
  values: AsyncIterable<unknown>,
  { operation, reply, names, stallMs }: StreamCircumstances,
): Promise<unknown> {
  // The contract of a document operation.
  const texts = textsOf(values as AsyncIterable<DocumentPiece>, names);
  let beginning = '';
  while (beginning.length <= WHOLE_CHARS_MAX) {
    const { done, value } = await texts.next();
    if (done) return sendJson(reply.code(operation.http.success), beginning);
    beginning += value;
  }
  reply.headers({ 'content-type': 'application/json', 'cache-control': NOT_CACHED }).hijack();
  for (const [name, text] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, String(text));
  reply.raw.writeHead(operation.http.success);
  return writePieces(reply.raw, preceded(beginning, texts), stallMs).catch((error: unknown) => {
    logStreamFailure(error, { operation: operation.name, requestId: reply.request.id });
    reply.raw.destroy();
  });
}

async function* textsOf(pieces: AsyncIterable<DocumentPiece>, names: WireNames): AsyncGenerator<string> {
  const writer = new DocumentWriter(names);
  for await (const piece of pieces) yield writer.write(piece);
  yield writer.end();
}

async function* preceded(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}
