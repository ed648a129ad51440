import type { IncomingMessage } from 'node:http';
import { callContext } from '@lectern/bus';
import {
  ANONYMOUS_BODY_NODES_MAX,
  AppError,
  BODY_DEPTH_MAX,
  BODY_NODES_MAX,
  FORM_TOKEN,
  type Input,
  needsRoom,
  type PageParts,
  type Principal,
  type RawInput,
  validateInput,
} from '@lectern/contracts/core';
import { awaitFinding, type BodyPart } from '@lectern/contracts/knowledge-box';
import { byQueryParameters, placed } from '@lectern/filters';
import type { DiskUse } from '@lectern/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { labelOf } from '../access/label';
import { requireForm } from '../body/form-body';
import { readJson } from '../body/json-body';
import { type BodyLimits, readBytes } from '../body/read-bytes';
import { type UploadTarget, withUpload } from '../body/upload';
import { withParts } from '../body/upload-in-parts';
import { isFromConsole } from '../console/console-request';
import { checkFormToken, formTokenFor } from '../page/form-token';
import { sendPage, sendRedirect } from '../page/page-answer';
import { type Downloadable, downloadAnswer } from '../reply/download';
import { httpAnswerOf } from '../reply/http-answer';
import { sendJson } from '../reply/send-json';
import { answerStream } from '../reply/stream-answer';
import type { GatewayParts } from '../gateway-parts';
import type { RunningRequest } from '../running/running-request';
import { bodyMayBeLeftOut, type HttpOperation, mayEndEarly } from './http-operation';
import { preferredWaitS } from './preferred-wait';
import { reachedOrigin } from './reached-origin';
import { pathOf, routePath } from './route-path';

/** Operations say it as a path; clients get an address that they can use as it is. */
const LOCATION = 'Location';

type Params = Readonly<Record<string, string>>;

interface Circumstances {
  readonly principal: Principal;
  readonly signal: AbortSignal;
  readonly requestId: string;
}

/** The circumstances, and the request itself, which its handler does not get. */
interface Course extends Circumstances {
  readonly running: RunningRequest;
}

interface Answering {
  readonly input: Input;
  readonly reply: FastifyReply;
  readonly circumstances: Circumstances;
}

/** Carries one operation from the socket to the bus and back. */
export class OperationRoute {
  readonly pattern: string;
  private readonly tail: string | undefined;
  private readonly bodyMayBeLeftOut: boolean;
  private readonly mayEndEarly: boolean;
  private readonly bodyDecidesRoom: boolean;

  constructor(
    readonly operation: HttpOperation,
    private readonly parts: GatewayParts,
  ) {
    const { pattern, tail } = routePath(operation.http.path);
    this.pattern = pattern;
    this.tail = tail;
    this.mayEndEarly = mayEndEarly(operation);
    this.bodyDecidesRoom = typeof operation.worksWithoutRoom === 'object';
    this.bodyMayBeLeftOut = operation.body !== undefined && bodyMayBeLeftOut(operation.body);
  }

  readonly handle = (request: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
    callContext.run({ requestId: request.id, operation: this.operation.name }, () => this.answer(request, reply));

  private async answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    // Fastify's own parsers make both of these objects of texts; a repeated query parameter is a list.
    const query = request.query as Readonly<Record<string, unknown>>;
    const sent = request.params as Params; // as above
    const visit = { request: request.raw, params: this.named(sent), query, path: pathOf(request.url) };
    const { authorizer, running: requests } = this.parts;
    const { moment } = requests;
    const admission = await authorizer.admit(this.operation, visit);
    const { refuses } = this.operation;
    if (refuses) throw new AppError(refuses.code, refuses.message);
    if (!this.bodyDecidesRoom) await this.refuseWhenShort();
    const running = requests.begin({ operation: this.operation, visit, admission }, reply.raw, moment);
    const header = this.parts.edge.names.readHeaders(request.headers);
    const label = labelOf(header, admission.principal);
    const principal = { ...admission.principal, ...(label !== undefined && { label }) };
    const circumstances = { principal, signal: running.signal, requestId: request.id };
    const raw = { path: admission.params, query, header };
    const { bodyKind = 'json' } = this.operation.http;
    if (bodyKind === 'upload' || bodyKind === 'parts') {
      // Everything but the bytes is checked before the first of them is stored.
      const course = { ...circumstances, running };
      const input = this.validated(raw);
      const answer = await this.streamed[bodyKind](request.raw, input, course);
      await this.preferred(answer, { input, reply, circumstances });
      return this.write(answer, reply, running.signal);
    }
    const input = this.validated({ ...raw, body: await this.body(request, circumstances) });
    if (this.bodyDecidesRoom) await this.refuseWhenShort(input.body);
    if (!this.mayEndEarly) running.settle();
    return this.call(input, reply, circumstances);
  }

  /** While the disk is nearly full, only what frees room or takes rights away passes. */
  private async refuseWhenShort(body?: unknown): Promise<void> {
    if (needsRoom(this.operation, body)) await this.parts.disk.refuseWhenShort(filledBy(this.operation));
  }

  private named(params: Params): Params {
    if (this.tail === undefined) return params;
    const { '*': tail = '', ...rest } = params;
    return { ...rest, [this.tail]: tail };
  }

  private async body({ raw, method }: FastifyRequest, { principal, signal }: Circumstances): Promise<unknown> {
    if (!this.operation.body || method === 'GET' || method === 'HEAD') return undefined;
    const { config, names } = this.parts.edge;
    const limits = { sizeBytesMax: config.JSON_BODY_SIZE_BYTES_MAX, timeoutMs: config.BODY_TIMEOUT_S * 1_000, signal };
    const { bodyKind, decodeBody, bodyNodesMax = BODY_NODES_MAX } = this.operation.http;
    if (bodyKind === 'form') return names.readJson(await this.form(raw, limits));
    const isJson = raw.headers['content-type']?.startsWith('application/json') ?? false;
    if (decodeBody && !isJson) return decodeBody(await readBytes(raw, limits));
    const nodesMax = principal.kind === 'none' ? Math.min(bodyNodesMax, ANONYMOUS_BODY_NODES_MAX) : bodyNodesMax;
    const structure = { nodesMax, depthMax: BODY_DEPTH_MAX };
    const body = names.readJson(await readJson(raw, { ...limits, structure }));
    return body === undefined && this.bodyMayBeLeftOut ? {} : body;
  }

  private async form(request: IncomingMessage, limits: BodyLimits): Promise<Readonly<Record<string, unknown>>> {
    const { [FORM_TOKEN]: token, ...fields } = await requireForm(request, limits);
    if (!this.operation.http.takesForeignForms) checkFormToken(request, token, this.parts.edge.console);
    return fields;
  }

  private validated(raw: RawInput): Input {
    const { params, query, headers, body, http, bodyOf } = this.operation;
    const { bodyKind = 'json' } = http;
    const isForm = bodyKind === 'form';
    const checksBody = body !== undefined && (isForm || bodyKind === 'json') && http.method !== 'GET';
    const types = { path: params, query, header: headers, ...(checksBody && { body }) };
    const read = validateInput(types, raw, isForm);
    const input = { params: read.path ?? raw.path ?? {}, headers: read.header ?? {} };
    if (bodyOf) return { ...input, query: {}, body: bodyOf(read.query) };
    return { ...input, query: read.query ?? {}, body: read.body };
  }

  /** Bodies that go into the blob store while they come. */
  private readonly streamed = {
    upload: (request: IncomingMessage, input: Input, { running, ...circumstances }: Course): Promise<unknown> =>
      withUpload(request, this.target(circumstances), async (body) => {
        running.settle();
        return this.ask({ ...input, body }, circumstances);
      }),
    parts: (request: IncomingMessage, input: Input, { running, ...circumstances }: Course): Promise<unknown> => {
      const { signal: _, ...keeping } = circumstances;
      return withParts(request, this.target(circumstances), async (body: BodyPart) => {
        if (body.isLast) running.settle();
        else running.refuseWhenEnded();
        // Bytes received before the client hung up are kept; waiting work is not done without it.
        return this.ask({ ...input, body }, body.isLast ? circumstances : keeping);
      });
    },
  };

  private target({ principal: { kb, account = 'none' }, signal }: Circumstances): UploadTarget {
    const { edge, blobs } = this.parts;
    const folder = kb === undefined ? `account/${account}` : `kb/${kb}`;
    const windowMs = edge.config.BODY_TIMEOUT_S * 1_000;
    return { blobs, folder, sizeBytesMax: edge.uploadSizeBytesMax, windowMs, signal };
  }

  private async call(input: Input, reply: FastifyReply, circumstances: Circumstances): Promise<unknown> {
    const { operation, parts } = this;
    if (!operation.stream) {
      const answer = await this.ask(input, circumstances);
      await this.preferred(answer, { input, reply, circumstances });
      return this.write(answer, reply, circumstances.signal);
    }
    // The input was checked against the operation's own classes a moment ago.
    const values = parts.bus.stream(operation, input as Input<object, object, object, object>, circumstances);
    const { names, config } = parts.edge;
    return answerStream(operation.bodyOf ? ofQuery(values) : values, {
      operation,
      input,
      reply,
      names,
      stallMs: config.BODY_TIMEOUT_S * 1_000,
    });
  }

  private ask(input: Input, circumstances: Omit<Circumstances, 'signal'>): Promise<unknown> {
    const { operation } = this;
    if (operation.stream) throw new Error(`${operation.name} is a stream and cannot take an upload`);
    // The input was checked against the operation's own classes a moment ago.
    const answer = this.parts.bus.request(operation, input as Input<object, object, object, object>, circumstances);
    return operation.bodyOf ? byQueryParameters(() => answer) : answer;
  }

  /** Waits until the stored content can be found, where the caller prefers so. It stays stored in any case. */
  private async preferred(answer: unknown, { input, reply, circumstances }: Answering): Promise<void> {
    const { stores } = this.operation.http;
    const { prefer } = input.headers as { readonly prefer?: string }; // validated
    const waitS = stores && preferredWaitS(prefer);
    const params = input.params as Params; // validated
    // The answer is of the operation's own type.
    const stored = waitS === undefined ? undefined : stores?.(answer as never, params);
    const { kbid } = params;
    if (waitS === undefined || !stored || kbid === undefined) return;
    const body = { kbid, ...stored, waitMs: waitS * 1_000 };
    try {
      await this.parts.bus.request(awaitFinding, { body }, circumstances);
      reply.header('preference-applied', `wait=${waitS}`);
    } catch (error) {
      if (circumstances.signal.aborted) throw error;
    }
  }

  private async write(value: unknown, reply: FastifyReply, signal: AbortSignal): Promise<unknown> {
    const { http } = this.operation;
    const { respond, success, reply: kind = 'json' } = http;
    const page = kind === 'html' ? this.pageParts(reply) : undefined;
    const { status = success, headers = {}, body } = httpAnswerOf(value, this.operation, page);
    const { names } = this.parts.edge;
    const absolute = (path: string) => `${reachedOrigin(reply.request.raw, this.parts.edge) ?? ''}${path}`;
    reply.code(status);
    // Headers exposed by every answer are more than an operation knows.
    for (const [name, text] of Object.entries(headers)) {
      if (!reply.hasHeader(name)) reply.header(names.headerOut(name), name === LOCATION ? absolute(text) : text);
    }
    switch (kind) {
      case 'empty':
        return reply.send();
      case 'null':
        return sendJson(reply, 'null');
      case 'html':
        return sendPage(reply, body, http.sources);
      case 'redirect':
        return sendRedirect(reply, body, http);
      case 'binary':
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

  private pageParts(reply: FastifyReply): PageParts {
    const { token, setCookie } = formTokenFor(reply.request.raw, this.parts.edge.console);
    if (setCookie !== undefined) reply.header('set-cookie', setCookie);
    return { formToken: token };
  }

  private async sendBlob(blob: Downloadable, reply: FastifyReply, signal: AbortSignal): Promise<unknown> {
    const { headers, method, raw } = reply.request;
    const mayRedirect = !isFromConsole(raw, this.parts.edge.console);
    const wanted = { range: headers.range, headOnly: method === 'HEAD', mayRedirect };
    const { status, headers: described, content } = await downloadAnswer(blob, this.parts.blobs, wanted);
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
      if (raw.writableFinished) this.parts.blobs.delete(key).catch(() => undefined);
    });
  }
}

/** What is wrong with a body that a query said is reported at its parameters. */
async function* ofQuery<T>(values: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* values;
  } catch (error) {
    throw placed(error, ['query']);
  }
}

/** Disks that an operation adds to. */
function filledBy({ http }: HttpOperation): readonly DiskUse[] {
  return (http.bodyKind ?? 'json') === 'json' ? ['data'] : ['data', 'blobs'];
}
