import { busFor } from '@lectern/bus';
import type { AnyOperation, AnySocket } from '@lectern/contracts/core';
import { type DynamicModule, Module } from '@nestjs/common';
import { AuthorizationModule } from '../access/authorization.module';
import { RunningModule } from '../running/running.module';
import { SOCKETS } from '../operation/http-socket';
import { SocketAdmission } from './socket-admission';
import { Sockets } from './sockets.service';

/** Sockets, whose messages call operations. */
@Module({ imports: [AuthorizationModule, RunningModule] })
export class SocketModule {
  static of(sockets: readonly AnySocket[]): DynamicModule {
    return {
      module: SocketModule,
      providers: [
        busFor({ calls: calledBy(sockets) }),
        { provide: SOCKETS, useValue: sockets },
        SocketAdmission,
        Sockets,
      ],
    };
  }
}

function calledBy(sockets: readonly AnySocket[]): readonly AnyOperation[] {
  const messages = sockets.flatMap((one) => Object.values(one.messages));
  const first = sockets.flatMap(({ opens, begins }) => [opens?.calls ?? [], begins?.calls ?? []].flat());
  return [...first, ...messages.flatMap((one) => ('calls' in one ? [one.calls] : []))];
}
