import { Readiness } from '@lectern/runtime';
import { Injectable, Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AuthorizerRoutes } from '../access/authorizer.routes';
import { ConsoleRoutes } from '../console/console.routes';
import { Edge } from '../edge/edge';
import { DocsRoutes, type ServedInterface } from '../openapi/docs.routes';
import { sendJson } from '../reply/send-json';
import { homePage, HOME_PAGE_POLICY } from './home-page';
import { productVersion } from '../product/product-version';
import { addResourceMetadata } from './resource-metadata';

const TAKES_ROLES =
  'SELF_HOSTED_ROLES is on: any client of this port acts as the root user, without a credential. Only for use by one person';
const hidden = { exposeHeadRoute: false };

/** Routes that the gateway answers by itself. */
@Injectable()
export class PlatformRoutes {
  constructor(
    private readonly readiness: Readiness,
    private readonly docs: DocsRoutes,
    private readonly authorizer: AuthorizerRoutes,
    private readonly console: ConsoleRoutes,
    private readonly edge: Edge,
  ) {}

  add(scope: FastifyInstance, served: ServedInterface): void {
    if (this.edge.takesRoles) this.warn();
    scope.get('/api/v1/health/alive', hidden, (_, reply) => sendJson(reply, '{"status":"ok"}'));
    scope.get('/api/v1/health/ready', hidden, async (_, reply) => {
      const { status, checks } = await this.readiness.report();
      return status === 'not ready'
        ? sendJson(reply.code(503), JSON.stringify({ detail: 'Not ready', checks }))
        : sendJson(reply, JSON.stringify({ status }));
    });
    scope.get('/api/v1/versions', hidden, (_, reply) =>
      sendJson(reply, JSON.stringify({ lectern: { installed: productVersion(), latest: null } })),
    );
    const home = homePage(this.edge.names.homeTitle);
    scope.get(
      '/',
      hidden,
      (request, reply) =>
        this.pageFor(request, reply) ??
        reply
          .type('text/html; charset=utf-8')
          .headers({ 'content-security-policy': HOME_PAGE_POLICY, vary: 'Accept' })
          .send(home),
    );
    this.console.add(scope);
    this.docs.add(scope, served);
    this.authorizer.add(scope, served.operations);
    addResourceMetadata(scope, served.operations, this.edge);
  }

  private warn(): void {
    new Logger('Gateway').warn(TAKES_ROLES);
    const check = () => Promise.reject(new Error(TAKES_ROLES));
    this.readiness.register('self_hosted_roles', check, { otherwise: 'degraded' });
  }

  /** What the accounts host answers to the console of a zone; undefined for all else. */
  relayed(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined {
    return this.console.relayed(request, reply);
  }

  /** The page of the console, for browsers, where nothing else is. */
  pageFor(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    return this.console.pageFor(request, reply);
  }
}
