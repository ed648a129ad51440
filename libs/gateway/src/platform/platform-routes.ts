import { Injectable } from '@nestjs/common';
import { Readiness } from '@lectern/runtime';
import type { FastifyInstance } from 'fastify';
import type { HttpOperation } from '../route/http-operation';

/** What the gateway answers by itself. */
@Injectable()
export class PlatformRoutes {
  constructor(private readonly readiness: Readiness) {}

  add(scope: FastifyInstance, operations: readonly HttpOperation[]): void {
    void operations;
    scope.get('/api/v1/health/alive', { exposeHeadRoute: false }, async () => ({ status: 'ok' }));
    scope.get('/api/v1/health/ready', { exposeHeadRoute: false }, async (_, reply) => {
      const { ready, checks } = await this.readiness.report();
      return reply.code(ready ? 200 : 503).send(ready ? { status: 'ok' } : { detail: 'Not ready', checks });
    });
  }
}
