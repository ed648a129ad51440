import { METHODS } from 'node:http';
import { Metrics } from '@lectern/runtime';
import { HttpAdapterHost } from '@nestjs/core';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { type AnyOperation, AppError, Html } from '@lectern/contracts/core';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, onResponseHookHandler } from 'fastify';
import { GatewayParts } from '../gateway-parts';
import { errorAnswer, isAnswerable } from '../reply/error-answer';
import { NOT_CACHED } from '../reply/not-cached';
import { sendJson } from '../reply/send-json';
import { endStalled } from '../reply/stream-writer';
import { sendPage } from '../page/page-answer';
import { PlatformRoutes } from '../platform/platform-routes';
import { SelfHostedBoxes } from '../self-hosted/self-hosted-boxes';
import { answerConnect } from '../reply/client-error';
import { Cors } from './cors';
import { type HttpOperation, httpOperations } from '../operation/http-operation';
import { OperationRoute } from './operation-route';
import { checkHead } from '../request/request-head';
import { pathExpression, pathOf } from '../request/route-path';

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly refusal?: HttpOperation['http']['refusal'];
  }
}

export const OPERATIONS = Symbol('gateway operations');

/** How long a client that was refused may continue to send. */
export const UNREAD_BODY_TIMEOUT_MS = 10_000;

interface KnownPath {
  readonly expression: RegExp;
  readonly methods: Set<string>;
}

/** Puts every operation on Fastify, and answers all other paths. */
@Injectable()
export class Router implements OnModuleInit {
  private readonly logger = new Logger('Gateway');
  private readonly operations: readonly HttpOperation[];
  private readonly cors: Cors;
  private readonly requests: ReturnType<Metrics['histogram']>;
  private readonly knownPaths = new Map<string, KnownPath>();

  constructor(
    @Inject(OPERATIONS) operations: readonly AnyOperation[],
    private readonly host: HttpAdapterHost,
    private readonly parts: GatewayParts,
    private readonly platform: PlatformRoutes,
    metrics: Metrics,
  ) {
    const { config, names } = parts.edge;
    this.requests = metrics.histogram({
      name: 'http_request_seconds',
      help: 'Requests answered, by operation or door and status, from the first byte received to the last one sent',
      labels: ['operation', 'status'],
    });
    this.operations = httpOperations(operations, config.GATEWAY_HOSTS);
    this.cors = new Cors(config.CORS_ORIGINS, names);
  }

  onModuleInit(): void {
    const root = this.host.httpAdapter.getInstance<FastifyInstance>();
    // Bodies are read by the route, once it is known who asks; to Fastify no method has one.
    for (const method of METHODS) root.addHttpMethod(method, { hasBody: false, overrideExisting: true });
    // At the root, so that health is answered like everything else.
    root.addHook('onRequest', (request, reply, done) => this.begin(request, reply, done));
    // Nest keeps targets that are no paths, such as `*`, from other hooks.
    root.addHook('preHandler', (request, reply, done) => (request.is404 ? this.begin(request, reply, done) : done()));
    root.addHook('onSend', async (_, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', NOT_CACHED);
      endStalled(reply.raw, this.parts.edge.config.BODY_TIMEOUT_S * 1_000);
    });
    root.server.on('connect', (request, socket) => answerConnect(request, socket, this.parts.edge));
    void root.register(async (scope) => this.addRoutes(scope));
  }

  private addRoutes(scope: FastifyInstance): void {
    scope.setErrorHandler((error: FastifyError, request, reply) => this.refuse(error, request, reply));
    scope.addHook('onRoute', ({ method, url }) => this.remember(method, url));
    const selfHosted = new SelfHostedBoxes(this.parts);
    for (const operation of this.operations) {
      const { pattern, handle: plain } = new OperationRoute(operation, this.parts);
      const handle = selfHosted.handlerOf(operation, plain);
      const { method, reply, refusal, takesOverride } = operation.http;
      const methods = method === 'GET' && reply === 'binary' ? ['GET', 'HEAD'] : [method];
      const measure = this.measured(operation.endpoint.door);
      const route = { config: { refusal }, url: pattern, exposeHeadRoute: false, onResponse: measure };
      scope.route({ ...route, method: methods, handler: handle });
      if (takesOverride) scope.route({ ...route, method: 'POST', handler: overridden(method, handle) });
    }
    this.platform.add(scope, this.operations);
    scope.all('/*', { exposeHeadRoute: false }, (request, reply) => this.answerRest(request, reply));
  }

  private measured(operation: string): onResponseHookHandler {
    return (_, reply, done) => {
      this.requests.observe({ operation, status: reply.raw.statusCode }, reply.elapsedTime / 1_000);
      done();
    };
  }

  /** Sets the headers of every answer, and applies refusals that precede everything else. */
  private begin(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const { headers, method, id } = request;
    const { names } = this.parts.edge;
    reply.headers({ 'x-content-type-options': 'nosniff', [names.headerOut('X-SVC-Trace-Id')]: id, 'x-request-id': id });
    reply.headers(this.cors.headers(headers.origin));
    try {
      checkHead(request.raw, this.parts.edge);
      if (method === 'OPTIONS' && Cors.isPreflight(headers)) return this.answerPreflight(request, reply);
      if (request.is404) this.answerUnknown(request);
    } catch (error) {
      return void this.refuse(error, request, reply);
    }
    done();
  }

  private answerPreflight({ headers }: FastifyRequest, reply: FastifyReply): void {
    reply.headers(this.cors.preflightHeaders(headers['access-control-request-headers']));
    void reply.code(204).send();
  }

  private refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (!isAnswerable(error)) this.report(error, request);
    dropUnreadBody(request, reply);
    const { status, headers = {}, body } = errorAnswer(error, request.routeOptions.config.refusal);
    if (body instanceof Html) return sendPage(reply.code(status).headers(headers), body);
    reply.code(status).headers({ 'content-type': 'application/json', ...headers });
    return sendJson(reply, JSON.stringify(body));
  }

  private report(err: unknown, { id, url }: FastifyRequest): void {
    this.logger.error({ message: 'A request failed', err, requestId: id, path: pathOf(url) });
  }

  private remember(method: string | readonly string[], url: string): void {
    if (url === '/*') return;
    const path = url.replaceAll(/:(\w+)/g, '{$1}').replace(/\*$/, '{rest*}');
    const known = this.knownPaths.get(path) ?? { expression: pathExpression(path), methods: new Set() };
    for (const one of [method].flat()) known.methods.add(one);
    this.knownPaths.set(path, known);
  }

  /** Browsers get the page of the console at every address that nothing else is at, and at the root. */
  private answerRest(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const path = pathOf(request.url);
    const page = path === '/' || this.methodsAt(path).length === 0 ? this.platform.pageFor(request, reply) : undefined;
    return page ?? this.answerUnknown(request);
  }

  private methodsAt(path: string): readonly string[] {
    const whole = decoded(path);
    const known = [...this.knownPaths.values()].filter(({ expression }) => expression.test(whole));
    return known.flatMap(({ methods }) => [...methods]);
  }

  private answerUnknown({ url, method }: FastifyRequest): never {
    const methods = this.methodsAt(pathOf(url));
    if (methods.length === 0 || methods.includes(method)) throw new AppError('not_found', 'Not Found');
    const allow = [...new Set(methods)].sort().join(', ');
    throw new AppError('method_not_allowed', 'Method Not Allowed', { headers: { allow } });
  }
}

/** Of `POST` in the place of another method, which some clients cannot send. */
function overridden(method: string, handle: OperationRoute['handle']): OperationRoute['handle'] {
  return async (request, reply) => {
    const { 'x-http-method-override': wanted } = request.headers;
    if (typeof wanted === 'string' && wanted.toUpperCase() === method) return handle(request, reply);
    throw new AppError('method_not_allowed', 'Method Not Allowed', { headers: { allow: method } });
  };
}

/** Discards further bytes of a refused client, for a while. */
function dropUnreadBody({ raw }: FastifyRequest, { raw: response }: FastifyReply): void {
  if (raw.complete) return;
  response.once('finish', () => {
    setTimeout(() => raw.complete || raw.destroy(), UNREAD_BODY_TIMEOUT_MS).unref();
  });
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
