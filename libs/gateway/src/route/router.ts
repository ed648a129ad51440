import { METHODS } from 'node:http';
import type { AnySocket } from '@lectern/contracts/core';
import { HttpAdapterHost } from '@nestjs/core';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Edge } from '../edge/edge';
import { httpSockets, SOCKETS } from '../operation/http-socket';
import { PlatformRoutes } from '../platform/platform-routes';
import { answerConnect } from '../reply/client-error';
import { NOT_CACHED } from '../reply/not-cached';
import { endStalled } from '../reply/stream-writer';
import { KnownPaths } from '../request/known-paths';
import { checkHead } from '../request/request-head';
import { pathOf } from '../request/route-path';
import { Cors } from './cors';
import { OperationRoutes } from './operation-routes';
import { RequestRefusals } from './request-refusals';

/** Puts all routes on Fastify, and answers all other paths. */
@Injectable()
export class Router implements OnModuleInit {
  private readonly paths = new KnownPaths();
  private readonly refusals: RequestRefusals;
  private readonly cors: Cors;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly edge: Edge,
    private readonly routes: OperationRoutes,
    private readonly platform: PlatformRoutes,
    @Inject(SOCKETS) private readonly sockets: readonly AnySocket[],
  ) {
    this.refusals = new RequestRefusals(edge);
    this.cors = new Cors(edge.config.CORS_ORIGINS, edge.names);
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
      endStalled(reply.raw, this.edge.config.BODY_TIMEOUT_S * 1_000);
    });
    root.server.on('connect', (request, socket) => answerConnect(request, socket, this.edge));
    void root.register(async (scope) => this.addRoutes(scope));
  }

  private addRoutes(scope: FastifyInstance): void {
    scope.setErrorHandler((error: FastifyError, request, reply) => this.refusals.answer(error, request, reply));
    scope.addHook('onRoute', ({ method, url }) => this.paths.add(method, url));
    this.routes.add(scope);
    const sockets = httpSockets(this.sockets, this.edge.config.GATEWAY_HOSTS);
    this.platform.add(scope, { operations: this.routes.operations, sockets });
    scope.all('/*', { exposeHeadRoute: false }, (request, reply) => this.answerRest(request, reply));
  }

  /** Sets the headers of every answer, and applies refusals that precede everything else. */
  private begin(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const { headers, method, id } = request;
    const { names } = this.edge;
    reply.headers({ 'x-content-type-options': 'nosniff', [names.headerOut('X-SVC-Trace-Id')]: id, 'x-request-id': id });
    reply.headers(this.cors.headers(headers.origin));
    try {
      checkHead(request.raw, this.edge);
      if (method === 'OPTIONS' && Cors.isPreflight(headers)) return this.answerPreflight(request, reply);
      if (request.is404) this.paths.refuse(request);
    } catch (error) {
      return void this.refusals.answer(error, request, reply);
    }
    done();
  }

  private answerPreflight({ headers }: FastifyRequest, reply: FastifyReply): void {
    reply.headers(this.cors.preflightHeaders(headers['access-control-request-headers']));
    void reply.code(204).send();
  }

  /** Browsers get the page of the console at every address that nothing else is at, and at the root. */
  private answerRest(request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    const relayed = this.platform.relayed(request, reply);
    if (relayed) return relayed;
    const path = pathOf(request.url);
    const isFree = path === '/' || this.paths.methodsAt(path).length === 0;
    const page = isFree ? this.platform.pageFor(request, reply) : undefined;
    return page ?? this.paths.refuse(request);
  }
}
