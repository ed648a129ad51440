import type { Server } from 'node:http';
import { BlobStoreModule } from '@lectern/blob-store';
import { busFor } from '@lectern/bus';
import {
  announceZone,
  deletePersonalToken,
  gatewayOperations,
  getUser,
  openSession,
  resolveAccount,
  verifyUserCredential,
} from '@lectern/contracts/accounts';
import { accessChanged, type AnyOperation, type AnySocket, type TargetResolvers } from '@lectern/contracts/core';
import { awaitFinding, resolveKnowledgeBoxAccess, verifyZoneCredential } from '@lectern/contracts/knowledge-box';
import { allOperations, allSockets, targetResolvers } from '@lectern/contracts/operations';
import { Metrics } from '@lectern/runtime';
import { Module, type ModuleMetadata, type Type } from '@nestjs/common';
import type { FastifyHttpOptions } from 'fastify';
import { AccessListener } from './running/access.listener';
import { AccessService, TARGET_RESOLVERS } from './access/access.service';
import { Authorizer } from './access/authorizer';
import { AuthorizerRoutes } from './access/authorizer.routes';
import { BUILT_CONSOLE, CONSOLE_FOLDER, ConsoleRoutes } from './console/console.routes';
import { Edge } from './edge/edge';
import { GatewayParts } from './gateway-parts';
import { DocsRoutes } from './openapi/docs.routes';
import { askedOfAccounts } from './peer/accounts-link';
import { peerParts } from './peer/peer-parts';
import { PlatformRoutes } from './platform/platform-routes';
import { RunningRequests } from './running/running-requests.service';
import { Sockets, SOCKETS } from './socket/sockets.service';
import { SocketTable } from './socket/socket-table';
import { requestIdOf } from './request/request-id';
import { OPERATIONS, Router } from './route/router';
import { answerBadUrl, answerClientError } from './reply/client-error';

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

/** Besides the operations that have a route. */
const asked = [
  announceZone,
  resolveAccount,
  resolveKnowledgeBoxAccess,
  verifyUserCredential,
  verifyZoneCredential,
  openSession,
  getUser,
  deletePersonalToken,
  awaitFinding,
];

/** Longest path parameter: the ids of models and files contain whole paths. */
const PARAM_CHARS_MAX = 2_048;
const HEADERS_SIZE_BYTES_MAX = 32 * 1024;
/** From the first byte of a request to the end of its headers. */
const HEADERS_TIMEOUT_MS = 20_000;

function metadata({
  operations = allOperations,
  sockets = allSockets,
  targets = targetResolvers,
  environment = process.env,
  consoleFolder = BUILT_CONSOLE,
}: GatewayOptions): ModuleMetadata {
  checkResolved([...operations, ...sockets], targets);
  const peers = peerParts(operations, environment);
  return {
    imports: [BlobStoreModule],
    controllers: [AccessListener, ...peers.controllers],
    providers: [
      busFor({
        calls: [
          ...operations.filter(({ http, refuses }) => http && !refuses),
          ...calledBy(sockets),
          ...resolving(targets),
          ...asked,
        ],
        handlesIfConfigured: [...gatewayOperations, ...askedOfAccounts(operations)],
        publishes: [accessChanged],
      }),
      { provide: CONSOLE_FOLDER, useValue: consoleFolder },
      { provide: OPERATIONS, useValue: operations },
      { provide: SOCKETS, useValue: sockets },
      { provide: TARGET_RESOLVERS, useValue: targets },
      { provide: Edge, useFactory: () => Edge.fromEnvironment(environment) },
      AccessService,
      Authorizer,
      AuthorizerRoutes,
      ConsoleRoutes,
      DocsRoutes,
      GatewayParts,
      PlatformRoutes,
      {
        provide: RunningRequests,
        inject: [Authorizer, AccessService, Metrics],
        useFactory: (...parts: [Authorizer, AccessService, Metrics]) => new RunningRequests(...parts),
      },
      Router,
      Sockets,
      ...peers.providers,
    ],
  };
}

/** The HTTP edge. Needs the runtime's modules and the bus. */
@Module(metadata({}))
export class GatewayModule {
  /** A module that serves other operations, or reads another environment. */
  static forRoot(options: GatewayOptions = {}): Type<GatewayModule> & Pick<typeof GatewayModule, 'http'> {
    @Module(metadata(options))
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

function resolving(targets: TargetResolvers): readonly AnyOperation[] {
  return Object.values(targets);
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

function calledBy(sockets: readonly AnySocket[]): readonly AnyOperation[] {
  const messages = sockets.flatMap((one) => Object.values(one.messages));
  return messages.flatMap((one) => ('calls' in one ? [one.calls] : []));
}
