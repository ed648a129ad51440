import type { Server } from 'node:http';
import type { AnyOperation, AnySocket, TargetResolvers } from '@lectern/contracts/core';
import { allOperations, allSockets, targetResolvers } from '@lectern/contracts/operations';
import { type DynamicModule, Module, type Type } from '@nestjs/common';
import type { FastifyHttpOptions } from 'fastify';
import { TargetResolutionModule } from './access/target-resolution.module';
import { BUILT_CONSOLE } from './console/console.routes';
import { EdgeModule } from './edge/edge.module';
import { PeerModule } from './peer/peer.module';
import { RateModule } from './rate/rate.module';
import { answerBadUrl, answerClientError } from './reply/client-error';
import { requestIdOf } from './request/request-id';
import { RouteModule } from './route/route.module';
import { SocketModule } from './socket/socket.module';
import { SocketTable } from './socket/socket-table';

export interface GatewayOptions {
  /** Operations to serve; by default all that the contracts declare. */
  readonly operations?: readonly AnyOperation[];
  /** Sockets to serve; by default all that the contracts declare. */
  readonly sockets?: readonly AnySocket[];
  /** Who says what may be done with targets of policies; by default what the contracts declare. */
  readonly targets?: TargetResolvers;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Where the built console is, if anywhere. */
  readonly consoleFolder?: string;
}

/** Longest path parameter: the ids of models and files contain whole paths. */
const PARAM_CHARS_MAX = 2_048;
const HEADERS_SIZE_BYTES_MAX = 32 * 1024;
/** From the first byte of a request to the end of its headers. */
const HEADERS_TIMEOUT_MS = 20_000;

function featuresOf({
  operations = allOperations,
  sockets = allSockets,
  targets = targetResolvers,
  environment = process.env,
  consoleFolder = BUILT_CONSOLE,
}: GatewayOptions): readonly DynamicModule[] {
  checkResolved([...operations, ...sockets], targets);
  return [
    EdgeModule.of({ environment, consoleFolder }),
    TargetResolutionModule.of(targets),
    PeerModule.of(operations, environment),
    RateModule.of(operations, environment),
    RouteModule.of(operations, sockets),
    SocketModule.of(sockets),
  ];
}

/** The HTTP edge. Needs the runtime's modules and the bus. */
@Module({ imports: [...featuresOf({})] })
export class GatewayModule {
  /** A module that serves other operations, or reads another environment. */
  static forRoot(options: GatewayOptions = {}): Type<GatewayModule> & Pick<typeof GatewayModule, 'http'> {
    @Module({ imports: [...featuresOf(options)] })
    class ConfiguredGatewayModule extends GatewayModule {
      static override http(this: void): FastifyHttpOptions<Server> {
        return httpOptions(options.sockets);
      }
    }
    return ConfiguredGatewayModule;
  }

  /** How the runtime makes the server. */
  static http(this: void): FastifyHttpOptions<Server> {
    return httpOptions();
  }
}

function httpOptions(sockets: readonly AnySocket[] = allSockets): FastifyHttpOptions<Server> {
  const table = new SocketTable(sockets, ['zone', 'accounts']);
  return {
    genReqId: requestIdOf,
    routerOptions: { maxParamLength: PARAM_CHARS_MAX },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, _, { raw }) => answerBadUrl(error, raw),
    http: {
      maxHeaderSize: HEADERS_SIZE_BYTES_MAX,
      headersTimeout: HEADERS_TIMEOUT_MS,
      // A request without a host is refused by the router, in the envelope of all refusals.
      requireHostHeader: false,
      // Others that offer another protocol, such as HTTP/2, are answered in this one.
      shouldUpgradeCallback: (request) => table.isAskedFor(request),
    },
  };
}

/** @throws Error for an operation or a socket that nobody could be let in to */
function checkResolved(
  guarded: readonly Pick<AnyOperation, 'name' | 'policy' | 'doors'>[],
  targets: TargetResolvers,
): void {
  const unresolved = guarded.find(({ policy, doors = [] }) =>
    [policy, ...doors.map((door) => door.policy)].some((one) => one?.on === 'agent' && !targets.agent),
  );
  if (unresolved) throw new Error(`${unresolved.name}: no operation resolves its target, an agent`);
}
