import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  type AnySocket,
  AppError,
  type Constructor,
  MESSAGE_SIZE_BYTES_MAX,
  validateInput,
} from '@lectern/contracts/core';
import { Metrics } from '@lectern/runtime';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import type { Visit } from '../access/authorizer';
import { labelOf } from '../access/label';
import { GatewayParts } from '../gateway-parts';
import { errorAnswer, isAnswerable } from '../reply/error-answer';
import { answerOnSocket } from '../reply/client-error';
import { checkHead } from '../request/request-head';
import { requestIdOf } from '../request/request-id';
import { pathOf, routePath } from '../request/route-path';
import { sendJson } from '../reply/send-json';
import type { RunningRequest } from '../running/running-request';
import { OpenSocket } from './open-socket';
import { closeCodes, CLOSING_MS, PING_EVERY_MS, SOCKETS_MAX, SOCKETS_PER_CALLER_MAX } from './socket-limits';
import { checkSocketOrigin } from './socket-origin';
import { type SocketRoute, SocketTable } from './socket-table';

export const SOCKETS = Symbol('gateway sockets');

const UPGRADE_REQUIRED = 426;
const ONLY_SOCKET = JSON.stringify({ detail: 'This is the address of a WebSocket' });

/** A request for a socket, admitted. */
interface AdmittedVisit {
  readonly route: SocketRoute;
  readonly visit: Visit;
  readonly running: RunningRequest;
  readonly admission: RunningRequest['admitted']['admission'];
  readonly input: { readonly params: unknown; readonly query: unknown };
  readonly label: string | undefined;
}

/** Opens sockets for those who may, and keeps them until they end. */
@Injectable()
export class Sockets implements OnModuleInit {
  private readonly logger = new Logger('Gateway');
  private readonly table: SocketTable;
  private readonly open = new Map<OpenSocket, string>();
  private readonly servers = new Map<AnySocket, WebSocketServer>();
  private readonly closed: ReturnType<Metrics['counter']>;
  private beating: NodeJS.Timeout | undefined;

  constructor(
    @Inject(SOCKETS) sockets: readonly AnySocket[],
    private readonly parts: GatewayParts,
    private readonly host: HttpAdapterHost,
    metrics: Metrics,
  ) {
    this.table = new SocketTable(sockets, parts.edge.config.GATEWAY_HOSTS);
    metrics.gauge({ name: 'sockets_open', help: 'Open sockets', collect: () => this.open.size });
    this.closed = metrics.counter({
      name: 'sockets_closed_total',
      help: 'Sockets that ended, by name and close code of RFC 6455',
      labels: ['socket', 'code'],
    });
  }

  onModuleInit(): void {
    const root = this.host.httpAdapter.getInstance<FastifyInstance>();
    root.server.on('upgrade', (request, connection, head) => void this.upgrade(request, connection, head));
    root.addHook('preClose', async () => this.closeAll());
    for (const path of this.table.paths) {
      root.get(routePath(path).pattern, { exposeHeadRoute: false }, async (_, reply) =>
        sendJson(reply.code(UPGRADE_REQUIRED).headers({ upgrade: 'websocket', connection: 'Upgrade' }), ONLY_SOCKET),
      );
    }
  }

  /** Does not reject. */
  private async upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): Promise<void> {
    connection.on('error', () => connection.destroy());
    try {
      const admitted = await this.admit(request, connection);
      if (connection.destroyed) return;
      this.serverOf(admitted.route.declared).handleUpgrade(request, connection, head, (client) => {
        const socket = new OpenSocket(client, this.circumstances(admitted, request));
        this.open.set(socket, callerOf(admitted.admission));
        this.beatLater();
        client.once('close', (code) => {
          this.open.delete(socket);
          this.closed.inc({ socket: admitted.route.declared.name, code: String(code) });
        });
      });
    } catch (error) {
      this.refuse(error, request, connection);
    }
  }

  /** Everything that can refuse a socket is checked before it is one. */
  private async admit(request: IncomingMessage, connection: Duplex): Promise<AdmittedVisit> {
    const { authorizer, edge, running: requests } = this.parts;
    checkHead(request, edge);
    const { url = '' } = request;
    const path = pathOf(url);
    const found = this.table.find(path);
    if (!found) throw new AppError('not_found', 'Not Found');
    checkSocketOrigin(request, edge);
    if (this.open.size >= SOCKETS_MAX) throw new AppError('unavailable', 'Too many sockets are open');
    const { route, params } = found;
    const { declared } = route;
    const visit = { request, params, query: queryOf(url), path };
    const { moment } = requests;
    const admission = await authorizer.admit(route.guarded, visit);
    const types = { path: declared.params as Constructor, query: declared.query as Constructor }; // of objects
    const read = validateInput(types, { path: admission.params, query: visit.query });
    const label = labelOf(edge.names.readHeaders(request.headers), admission.principal);
    const ofCaller = [...this.open.values()].filter((caller) => caller === callerOf(admission)).length;
    if (ofCaller >= SOCKETS_PER_CALLER_MAX)
      throw new AppError('rate_limited', `This caller has ${SOCKETS_PER_CALLER_MAX} open sockets`);
    const running = requests.begin({ operation: route.guarded, visit, admission }, connection, moment);
    return { route, visit, admission, running, label, input: { params: read.path ?? {}, query: read.query ?? {} } };
  }

  private circumstances({ route, admission, running, input, label }: AdmittedVisit, request: IncomingMessage) {
    const { bus, edge } = this.parts;
    return {
      declared: route.declared,
      visit: input,
      principal: { ...admission.principal, ...(label !== undefined && { label }) },
      requestId: requestIdOf(request),
      running,
      bus,
      names: edge.names,
      stallMs: edge.config.BODY_TIMEOUT_S * 1_000,
    };
  }

  private serverOf(declared: AnySocket): WebSocketServer {
    const known = this.servers.get(declared);
    if (known) return known;
    const maxPayload = declared.messageSizeBytesMax ?? MESSAGE_SIZE_BYTES_MAX;
    const made = new WebSocketServer({ noServer: true, clientTracking: false, perMessageDeflate: false, maxPayload });
    made.on('wsClientError', (error, connection) => {
      answerOnSocket(connection, 400, { detail: error.message });
      connection.end();
    });
    this.servers.set(declared, made);
    return made;
  }

  private refuse(error: unknown, request: IncomingMessage, connection: Duplex): void {
    const requestId = requestIdOf(request);
    if (!isAnswerable(error)) this.logger.error({ message: 'A socket failed to open', err: error, requestId });
    const { status, headers, body } = errorAnswer(error);
    const detail: unknown = body instanceof Object ? Reflect.get(body, 'detail') : undefined;
    answerOnSocket(connection, status, { detail, headers: { ...headers, 'x-request-id': requestId } });
    connection.end();
  }

  /** Pings every client, and ends sockets that are idle or whose client is gone. */
  beat(nowMs: number): void {
    for (const socket of this.open.keys()) socket.beat(nowMs);
  }

  private beatLater(): void {
    this.beating ??= setTimeout(() => {
      this.beating = undefined;
      this.beat(Date.now());
      if (this.open.size > 0) this.beatLater();
    }, PING_EVERY_MS).unref();
  }

  private async closeAll(): Promise<void> {
    clearTimeout(this.beating);
    const all = [...this.open.keys()];
    for (const socket of all) socket.close(closeCodes.stopping, 'The server stops');
    for (const endMs = Date.now() + CLOSING_MS; this.open.size > 0 && Date.now() < endMs;)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function callerOf({ principal: { kind, id, key = '' } }: AdmittedVisit['admission']): string {
  return `${kind}:${id}:${key}`;
}

/** As the query of other requests: texts, and lists of repeated ones. */
function queryOf(url: string): Readonly<Record<string, unknown>> {
  const start = url.indexOf('?');
  const parameters = new URLSearchParams(start < 0 ? '' : url.slice(start));
  const names = new Set(parameters.keys());
  return Object.fromEntries(
    [...names].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}
