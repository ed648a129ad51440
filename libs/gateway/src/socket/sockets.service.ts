import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Bus } from '@lectern/bus';
import { type AnySocket, MESSAGE_SIZE_BYTES_MAX } from '@lectern/contracts/core';
import { Metrics } from '@lectern/runtime';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import { Edge } from '../edge/edge';
import { errorAnswer, isAnswerable } from '../reply/error-answer';
import { answerOnSocket } from '../reply/client-error';
import { requestIdOf } from '../request/request-id';
import { traceOf } from '../request/trace-of';
import { routePath } from '../request/route-path';
import { sendJson } from '../reply/send-json';
import { OpenSocket } from './open-socket';
import { SocketAdmission } from './socket-admission';
import { closeCodes, CLOSING_MS, PING_EVERY_MS } from './socket-limits';

const UPGRADE_REQUIRED = 426;
const ONLY_SOCKET = JSON.stringify({ detail: 'This is the address of a WebSocket' });

/** Opens sockets for those who may, and keeps them until they end. */
@Injectable()
export class Sockets implements OnModuleInit {
  private readonly logger = new Logger('Gateway');
  /** With the caller of each. */
  private readonly open = new Map<OpenSocket, string>();
  private readonly servers = new Map<AnySocket, WebSocketServer>();
  private readonly closed: ReturnType<Metrics['counter']>;
  private beating: NodeJS.Timeout | undefined;

  constructor(
    private readonly admission: SocketAdmission,
    private readonly bus: Bus,
    private readonly edge: Edge,
    private readonly host: HttpAdapterHost,
    metrics: Metrics,
  ) {
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
    for (const path of this.admission.paths) {
      root.get(routePath(path).pattern, { exposeHeadRoute: false }, async (_, reply) =>
        sendJson(reply.code(UPGRADE_REQUIRED).headers({ upgrade: 'websocket', connection: 'Upgrade' }), ONLY_SOCKET),
      );
    }
  }

  /** Does not reject. */
  private async upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): Promise<void> {
    connection.on('error', () => connection.destroy());
    try {
      const { caller, ...admitted } = await this.admission.admit(request, connection, this.open);
      if (connection.destroyed) return;
      const { declared } = admitted;
      const { names, config } = this.edge;
      this.serverOf(declared).handleUpgrade(request, connection, head, (client) => {
        const course = { ...admitted, requestId: requestIdOf(request), ...traceOf(request), bus: this.bus };
        const socket = new OpenSocket(client, { ...course, names, stallMs: config.BODY_TIMEOUT_S * 1_000 });
        this.open.set(socket, caller);
        this.beatLater();
        client.once('close', (code) => {
          this.open.delete(socket);
          this.closed.inc({ socket: declared.name, code: String(code) });
        });
      });
    } catch (error) {
      this.refuse(error, request, connection);
    }
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
