import { type AnyOperation, AppError } from '@lectern/contracts/core';
import { Metrics } from '@lectern/runtime';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyInstance, onResponseHookHandler } from 'fastify';
import { Edge } from '../edge/edge';
import { type HttpOperation, httpOperations } from '../operation/http-operation';
import { legacyPath, routePath } from '../request/route-path';
import { SelfHostedBoxes } from '../self-hosted/self-hosted-boxes';
import { type HandledRoute, OperationRoute } from './operation-route';

export const OPERATIONS = Symbol('gateway operations');

/** Puts every operation on Fastify, and counts its requests. */
@Injectable()
export class OperationRoutes {
  readonly operations: readonly HttpOperation[];
  private readonly requests: ReturnType<Metrics['histogram']>;

  constructor(
    @Inject(OPERATIONS) operations: readonly AnyOperation[],
    edge: Edge,
    private readonly route: OperationRoute,
    private readonly selfHosted: SelfHostedBoxes,
    metrics: Metrics,
  ) {
    this.requests = metrics.histogram({
      name: 'http_request_seconds',
      help: 'Requests answered, by operation or door and status, from the first byte received to the last one sent',
      labels: ['operation', 'status'],
    });
    this.operations = httpOperations(operations, edge.config.GATEWAY_HOSTS);
  }

  add(scope: FastifyInstance): void {
    for (const operation of this.operations) {
      const { pattern, handle: plain } = this.route.of(operation);
      const handle = this.selfHosted.handlerOf(operation, plain);
      const { method, reply, refusal, sources, takesOverride, protectedResource } = operation.http;
      const methods = method === 'GET' && reply === 'binary' ? ['GET', 'HEAD'] : [method];
      const measure = this.measured(operation.endpoint.door);
      const config = { refusal, sources, protectedResource };
      const legacy = legacyPath(operation.http.path);
      for (const url of legacy === undefined ? [pattern] : [pattern, routePath(legacy).pattern]) {
        const route = { config, url, exposeHeadRoute: false, onResponse: measure };
        scope.route({ ...route, method: methods, handler: handle });
        if (takesOverride) scope.route({ ...route, method: 'POST', handler: overridden(method, handle) });
      }
    }
  }

  private measured(operation: string): onResponseHookHandler {
    return (_, reply, done) => {
      this.requests.observe({ operation, status: reply.raw.statusCode }, reply.elapsedTime / 1_000);
      done();
    };
  }
}

/** Of `POST` in the place of another method, which some clients cannot send. */
function overridden(method: string, handle: HandledRoute['handle']): HandledRoute['handle'] {
  return async (request, reply) => {
    const { 'x-http-method-override': wanted } = request.headers;
    if (typeof wanted === 'string' && wanted.toUpperCase() === method) return handle(request, reply);
    throw new AppError('method_not_allowed', 'Method Not Allowed', { headers: { allow: method } });
  };
}
