import { busFor } from '@lectern/bus';
import type { AnyOperation, AnySocket } from '@lectern/contracts/core';
import { awaitFinding } from '@lectern/contracts/knowledge-box';
import { type DynamicModule, Module } from '@nestjs/common';
import { AuthorizationModule } from '../access/authorization.module';
import { BodyModule } from '../body/body.module';
import { SOCKETS } from '../operation/http-socket';
import { PlatformModule } from '../platform/platform.module';
import { ReplyModule } from '../reply/reply.module';
import { RunningModule } from '../running/running.module';
import { SelfHostedModule } from '../self-hosted/self-hosted.module';
import { OperationRoute } from './operation-route';
import { OPERATIONS, OperationRoutes } from './operation-routes';
import { RequestAdmission } from './request-admission';
import { Router } from './router';

/** Routes of operations. */
@Module({ imports: [AuthorizationModule, BodyModule, PlatformModule, ReplyModule, RunningModule, SelfHostedModule] })
export class RouteModule {
  /** @param sockets for the interface document */
  static of(operations: readonly AnyOperation[], sockets: readonly AnySocket[]): DynamicModule {
    const answered = operations.filter(({ http, refuses }) => http && !refuses);
    return {
      module: RouteModule,
      providers: [
        busFor({ calls: [...answered, awaitFinding] }),
        { provide: OPERATIONS, useValue: operations },
        { provide: SOCKETS, useValue: sockets },
        OperationRoute,
        OperationRoutes,
        RequestAdmission,
        Router,
      ],
    };
  }
}
