import * as contracts from '@lectern/contracts';
import type { AnyOperation } from '@lectern/contracts';
import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import type { FastifyServerOptions } from 'fastify';
import { AccessListener } from './access/access.listener';
import { AccessService } from './access/access.service';
import { Authorizer } from './access/authorizer';
import { Edge } from './edge';
import { GatewayParts } from './gateway-parts';
import { PlatformRoutes } from './platform/platform-routes';
import { isOperation } from './route/http-operation';
import { requestIdOf } from './route/request-id';
import { OPERATIONS, Router } from './route/router';

export interface GatewayOptions {
  /** All that the contracts declare, unless said otherwise. */
  readonly operations?: readonly AnyOperation[];
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Longest path parameter: the ids of models and files contain whole paths. */
const PARAM_CHARS_MAX = 2_048;

function settings({ operations, environment }: GatewayOptions): Provider[] {
  return [
    { provide: OPERATIONS, useFactory: () => operations ?? Object.values(contracts).filter(isOperation) },
    { provide: Edge, useFactory: () => Edge.fromEnvironment(environment) },
  ];
}

/** The HTTP edge. Needs `BusModule`, `RuntimeModule` and a provider of `BlobStore`. */
@Module({
  controllers: [AccessListener],
  providers: [AccessService, Authorizer, GatewayParts, PlatformRoutes, Router, ...settings({})],
})
export class GatewayModule {
  static forRoot(options: GatewayOptions = {}): DynamicModule {
    return { module: GatewayModule, providers: settings(options) };
  }

  /** How the runtime makes the server. */
  static http(this: void): FastifyServerOptions {
    return {
      genReqId: requestIdOf,
      routerOptions: { maxParamLength: PARAM_CHARS_MAX },
      forceCloseConnections: 'idle',
    };
  }
}
