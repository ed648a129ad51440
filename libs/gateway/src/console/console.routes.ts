import { join } from 'node:path';
import { Bus } from '@lectern/bus';
import { BUILT } from '@lectern/config';
import { getUser, SessionOpening } from '@lectern/contracts/accounts';
import { ANONYMOUS_BODY_NODES_MAX, AppError, BODY_DEPTH_MAX, validateInput } from '@lectern/contracts/core';
import { Metrics } from '@lectern/runtime';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AccessService } from '../access/access.service';
import type { Caller } from '../access/caller';
import { unauthorized } from '../request/credential';
import { clientAddress, networkOf } from '../request/networks';
import { forbidden } from '../access/policy';
import { readJson } from '../body/json-body';
import { Edge } from '../edge/edge';
import { CONSOLE_FOLDER } from '../edge/edge.module';
import { sendJson } from '../reply/send-json';
import { ConsolePage } from './console-page';
import {
  CONSOLE_HEADER,
  isFromConsole,
  noSessionCookie,
  sessionCookie,
  sessionSecret,
} from '../request/console-request';

/** Where the build puts it, beside the compiled code. */
export const BUILT_CONSOLE = join(BUILT, 'apps/console');
const SESSION = '/console/session';
const BODY_SIZE_BYTES_MAX = 16 * 1024;
const hidden = { exposeHeadRoute: false };

/** The web console and its sessions. */
@Injectable()
export class ConsoleRoutes {
  private readonly page: ConsolePage | undefined;
  private readonly signIns: ReturnType<Metrics['counter']>;

  constructor(
    private readonly access: AccessService,
    private readonly edge: Edge,
    private readonly bus: Bus,
    metrics: Metrics,
    @Inject(CONSOLE_FOLDER) folder: string,
  ) {
    this.page = edge.console.isOn ? ConsolePage.in(folder) : undefined;
    this.signIns = metrics.counter({
      name: 'console_sign_ins_total',
      help: 'Attempts to open a session of the console, by kind of credential and outcome',
      labels: ['by', 'outcome'],
    });
  }

  add(scope: FastifyInstance): void {
    if (!this.edge.console.isOn) return;
    this.page?.addAssets(scope);
    scope.post(SESSION, hidden, async (request, reply) => this.signIn(request, reply));
    scope.get(SESSION, hidden, async (request, reply) => this.show(request, reply));
    scope.delete(SESSION, hidden, async (request, reply) => this.signOut(request, reply));
  }

  /** The page of the console, where the request asks for one and there is one. */
  pageFor(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    return this.page?.answers(request) ? this.page.send(reply) : undefined;
  }

  private async signIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    this.checkSender(request);
    const structure = { nodesMax: ANONYMOUS_BODY_NODES_MAX, depthMax: BODY_DEPTH_MAX };
    const timeoutMs = this.edge.config.BODY_TIMEOUT_S * 1_000;
    const limits = { sizeBytesMax: BODY_SIZE_BYTES_MAX, timeoutMs, structure };
    const { body } = validateInput({ body: SessionOpening }, { body: await readJson(request.raw, limits) });
    const opening = body as SessionOpening; // It was just checked against this class.
    const by = opening.code === undefined ? 'token' : 'link';
    try {
      const { secret, ...session } = await this.access.openSession(opening, this.networkOf(request));
      this.signIns.inc({ by, outcome: 'opened' });
      const at = { request: request.raw, place: this.edge.console };
      const cookie = sessionCookie(secret, new Date(session.expires), at);
      return sendJson(reply.header('set-cookie', cookie), JSON.stringify(session));
    } catch (error) {
      this.signIns.inc({ by, outcome: error instanceof AppError ? error.code : 'internal' });
      throw error;
    }
  }

  private async show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const caller = await this.caller(request);
    if (!caller) throw unauthorized('There is no session. Sign in');
    const { kind, id, key, expiresMs } = caller;
    const { name } = await this.bus.request(getUser, {}, { principal: { kind, id, key, roles: [] } });
    const expires = expiresMs === undefined ? null : new Date(expiresMs).toISOString();
    return sendJson(reply, JSON.stringify({ expires, id, name }));
  }

  private async signOut(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    this.checkSender(request);
    const caller = await this.caller(request).catch((error: unknown) => endedAlready(error));
    if (caller?.key !== undefined) await this.access.endSession(caller);
    const cookie = noSessionCookie(request.raw, this.edge.console);
    return reply.code(204).header('set-cookie', cookie).send();
  }

  private async caller(request: FastifyRequest): Promise<Caller | undefined> {
    const token = sessionSecret(request.raw, this.edge.console);
    if (token === undefined) return undefined;
    return this.access.caller({ carrier: 'session', token }, this.networkOf(request));
  }

  /** Nobody is signed in or out by a page of another origin. */
  private checkSender({ raw }: FastifyRequest): void {
    if (isFromConsole(raw, this.edge.console)) return;
    throw forbidden(`Sessions are opened and ended by the console of this origin, which sends ${CONSOLE_HEADER}: 1`);
  }

  private networkOf({ raw }: FastifyRequest): string {
    return networkOf(clientAddress(raw, this.edge.proxies));
  }
}

function endedAlready(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'unauthorized') return undefined;
  throw error;
}
