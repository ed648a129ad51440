import { Html } from '@lectern/contracts/core';
import { Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpOperation } from '../operation/http-operation';
import { sendPage } from '../page/page-answer';
import { pageLanguage } from '../page/page-language';
import { errorAnswer, isAnswerable } from '../reply/error-answer';
import { sendJson } from '../reply/send-json';
import { challengeOf } from '../request/protected-resource';
import type { OriginSettings } from '../request/reached-origin';
import { pathOf } from '../request/route-path';

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly refusal?: HttpOperation['http']['refusal'];
    /** What pages of the operation load, also those that say why it failed. */
    readonly sources?: HttpOperation['http']['sources'];
    readonly protectedResource?: true;
  }
}

/** How long a client that was refused may continue to send. */
const UNREAD_BODY_TIMEOUT_MS = 10_000;

/** Answers requests that are refused or failed, in the envelope of their operation. */
export class RequestRefusals {
  private readonly logger = new Logger('Gateway');

  constructor(private readonly edge: OriginSettings) {}

  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (!isAnswerable(error)) this.report(error, request);
    dropUnreadBody(request, reply);
    const { refusal, sources, protectedResource } = request.routeOptions.config;
    const { status, headers: plain, body } = errorAnswer(error, refusal, pageLanguage(request.raw));
    const challenge = status === 401 &&
      protectedResource && { 'www-authenticate': challengeOf(request.raw, this.edge) };
    const headers = { ...plain, ...challenge };
    if (body instanceof Html) return sendPage(reply.code(status).headers(headers), body, sources);
    reply.code(status).headers({ 'content-type': 'application/json', ...headers });
    return sendJson(reply, JSON.stringify(body));
  }

  private report(err: unknown, { id, url }: FastifyRequest): void {
    this.logger.error({ message: 'A request failed', err, requestId: id, path: pathOf(url) });
  }
}

/** Discards further bytes of a refused client, for a while. */
function dropUnreadBody({ raw }: FastifyRequest, { raw: response }: FastifyReply): void {
  if (raw.complete) return;
  response.once('finish', () => {
    setTimeout(() => raw.complete || raw.destroy(), UNREAD_BODY_TIMEOUT_MS).unref();
  });
}
