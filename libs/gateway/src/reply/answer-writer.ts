import { BlobStore } from '@lectern/blob-store';
import { AppError, type Input, type PageParts } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Edge } from '../edge/edge';
import type { HttpOperation } from '../operation/http-operation';
import { formTokenFor } from '../page/form-token';
import { sendPage, sendRedirect } from '../page/page-answer';
import { pageLanguage } from '../page/page-language';
import { isFromConsole } from '../request/console-request';
import { reachedOrigin } from '../request/reached-origin';
import { type Downloadable, downloadAnswer } from './download';
import { hasBytes, sendBytes } from './small-file';
import { httpAnswerOf } from './http-answer';
import { sendJson } from './send-json';
import { answerStream } from './stream-answer';

/** Operations say it as a path; clients get an address that they can use as it is. */
const LOCATION = 'Location';
const FOUND = 302;

/** Writes answers of operations as their declarations say. */
@Injectable()
export class AnswerWriter {
  constructor(
    private readonly edge: Edge,
    private readonly blobs: BlobStore,
  ) {}

  /** @param signal breaks a download off */
  async write(
    operation: HttpOperation,
    value: unknown,
    { reply, signal }: { readonly reply: FastifyReply; readonly signal: AbortSignal },
  ): Promise<unknown> {
    const { http } = operation;
    const { respond, success, reply: kind = 'json' } = http;
    const page = kind === 'html' ? this.pageParts(reply) : undefined;
    const { status = success, headers = {}, cookies = [], redirect, body } = httpAnswerOf(value, operation, page);
    const { names } = this.edge;
    reply.code(status);
    for (const cookie of cookies) reply.header('set-cookie', cookie);
    // Headers exposed by every answer are more than an operation knows.
    for (const [name, text] of Object.entries(headers)) {
      if (!reply.hasHeader(name)) reply.header(names.headerOut(name), name === LOCATION ? this.at(text, reply) : text);
    }
    switch (kind) {
      case 'empty':
        return reply.send();
      case 'null':
        return sendJson(reply, 'null');
      case 'html':
        return redirect === undefined
          ? sendPage(reply, body, http.sources)
          : sendRedirect(reply.code(FOUND), redirect, http);
      case 'redirect':
        return sendRedirect(reply, body, http);
      case 'binary':
        if (hasBytes(body)) return sendBytes(reply, body);
        // The contract's answer of a binary operation says which blob is sent.
        return this.sendBlob(body as Downloadable, reply, signal);
      case 'text':
        if (!reply.hasHeader('content-type')) reply.header('content-type', 'text/plain; charset=utf-8');
        return reply.send(String(body ?? ''));
      default:
        if (respond && body === undefined) return reply.send();
        return sendJson(reply, JSON.stringify(names.writeJson(body ?? null)));
    }
  }

  /** Writes the values of an operation that streams while they come. */
  stream(
    operation: HttpOperation,
    values: AsyncIterable<unknown>,
    { input, reply }: { readonly input: Input; readonly reply: FastifyReply },
  ): Promise<unknown> {
    const { names, config } = this.edge;
    return answerStream(values, { operation, input, reply, names, stallMs: config.BODY_TIMEOUT_S * 1_000 });
  }

  private at(path: string, { request }: FastifyReply): string {
    return `${reachedOrigin(request.raw, this.edge) ?? ''}${path}`;
  }

  private pageParts(reply: FastifyReply): PageParts {
    const { token, setCookie } = formTokenFor(reply.request.raw, this.edge.console);
    if (setCookie !== undefined) reply.header('set-cookie', setCookie);
    return { formToken: token, language: pageLanguage(reply.request.raw) };
  }

  private async sendBlob(blob: Downloadable, reply: FastifyReply, signal: AbortSignal): Promise<unknown> {
    const { headers, method, raw } = reply.request;
    const mayRedirect = !isFromConsole(raw, this.edge.console);
    const wanted = { range: headers.range, headOnly: method === 'HEAD', mayRedirect };
    const { status, headers: described, content } = await downloadAnswer(blob, this.blobs, wanted);
    for (const [name, text] of Object.entries(described)) if (!reply.hasHeader(name)) reply.header(name, text);
    reply.code(status);
    if (signal.aborted) content?.destroy();
    if (signal.reason instanceof AppError) throw signal.reason;
    // An incomplete body, so that nobody takes a part for the whole.
    signal.addEventListener('abort', () => reply.raw.destroy(), { once: true });
    if (blob.once !== undefined && content && status === 200) this.deleteWhenSent(blob.key, reply);
    return reply.send(content);
  }

  /** Data that stays after a failure is removed when it expires. */
  private deleteWhenSent(key: string, { raw }: FastifyReply): void {
    raw.once('close', () => {
      if (raw.writableFinished) this.blobs.delete(key).catch(() => undefined);
    });
  }
}
