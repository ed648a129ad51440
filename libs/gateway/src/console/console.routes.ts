import { join } from 'node:path';
import { Bus } from '@lectern/bus';
import { BUILT } from '@lectern/config';
import { getUser, type SessionOpening } from '@lectern/contracts/accounts';
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
import { accountsOrigin } from '../request/reached-origin';
import { beginAuthorization, noAuthorizationCookie, returnedVerifier } from './console-authorization';
import { ConsolePage } from './console-page';
import { AuthorizationRequest, SessionRequest } from './console-request.dto';
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
const AUTHORIZATION = '/console/authorization';
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
    scope.post(AUTHORIZATION, hidden, async (request, reply) => this.authorize(request, reply));
    scope.post(SESSION, hidden, async (request, reply) => this.signIn(request, reply));
    scope.get(SESSION, hidden, async (request, reply) => this.show(request, reply));
    scope.delete(SESSION, hidden, async (request, reply) => this.signOut(request, reply));
  }

  /** The page of the console, where the request asks for one and there is one. */
  pageFor(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    return this.page?.answers(request) ? this.page.send(reply) : undefined;
  }

  /** Says where a browser signs in. One at another name of this host signs in where the accounts are reached. */
  private async authorize(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { from } = await this.bodyOf(request, AuthorizationRequest);
    const { raw } = request;
    const issuer = this.issuerOf(request);
    const { origin } = raw.headers;
    if (origin !== undefined && origin !== issuer) return sendJson(reply, JSON.stringify({ location: `${issuer}/` }));
    const { location, setCookie } = beginAuthorization(raw, { issuer, from }, this.edge.console);
    return sendJson(reply.header('set-cookie', setCookie), JSON.stringify({ location }));
  }

  private async signIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const body = await this.bodyOf(request, SessionRequest);
    const opening = this.openingOf(body, request);
    const by = body.authorization_code !== undefined ? 'page' : body.code === undefined ? 'token' : 'link';
    try {
      const { secret, ...session } = await this.access.openSession(opening, this.networkOf(request));
      this.signIns.inc({ by, outcome: 'opened' });
      const at = { request: request.raw, place: this.edge.console };
      const cookies = [sessionCookie(secret, new Date(session.expires), at)];
      if (by === 'page') cookies.push(noAuthorizationCookie(request.raw, this.edge.console));
      return sendJson(reply.header('set-cookie', cookies), JSON.stringify(session));
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

  /** @throws AppError `unauthorized` for a sign-in that another browser began */
  private openingOf(
    { authorization_code, state, ...opening }: SessionRequest,
    request: FastifyRequest,
  ): SessionOpening {
    if (authorization_code === undefined) return opening;
    const code_verifier = returnedVerifier(state, request.raw, this.edge.console);
    return { ...opening, authorization_code, code_verifier, origin: this.issuerOf(request) };
  }

  private issuerOf({ raw }: FastifyRequest): string {
    return accountsOrigin(raw, this.edge) ?? this.edge.console.publicUrl;
  }

  /** Of a request that the console of this origin sent. */
  private async bodyOf<T extends object>(request: FastifyRequest, dto: new () => T): Promise<T> {
    this.checkSender(request);
    const structure = { nodesMax: ANONYMOUS_BODY_NODES_MAX, depthMax: BODY_DEPTH_MAX };
    const timeoutMs = this.edge.config.BODY_TIMEOUT_S * 1_000;
    const limits = { sizeBytesMax: BODY_SIZE_BYTES_MAX, timeoutMs, structure };
    const { body } = validateInput({ body: dto }, { body: await readJson(request.raw, limits) });
    return body as T; // It was just checked against this class.
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
