import { join } from 'node:path';
import { BUILT, deployment } from '@lectern/config';
import type { SessionOpening } from '@lectern/contracts/accounts';
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
import { AccountsRelay } from './accounts-relay';
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
const NO_SESSION = 'There is no session. Sign in';
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
    private readonly relay: AccountsRelay,
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

  /** Passes on what the console of a zone asks of users and accounts; undefined for all else. */
  relayed(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined {
    if (!this.relay.takes(request) || !isFromConsole(request.raw, this.edge.console)) return undefined;
    return this.passOn(request, reply);
  }

  private async passOn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const secret = sessionSecret(request.raw, this.edge.console);
    if (secret === undefined) throw unauthorized(NO_SESSION);
    await this.access.caller({ carrier: 'session', token: secret }, this.networkOf(request));
    return this.relay.relay(request, reply, secret);
  }

  /** Says where a browser signs in. One at another name of this host signs in where it is reached as configured. */
  private async authorize(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { from } = await this.bodyOf(request, AuthorizationRequest);
    const { raw } = request;
    const { issuer, own } = this.addressesFor(request);
    const { origin } = raw.headers;
    if (origin !== undefined && origin !== own) return sendJson(reply, JSON.stringify({ location: `${own}/` }));
    const { location, setCookie } = beginAuthorization(raw, { issuer, own, from }, this.edge.console);
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
      return sendJson(reply.header('set-cookie', cookies), JSON.stringify({ ...session, ...this.place(request) }));
    } catch (error) {
      this.signIns.inc({ by, outcome: error instanceof AppError ? error.code : 'internal' });
      throw error;
    }
  }

  private async show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const caller = await this.caller(request);
    if (!caller) throw unauthorized(NO_SESSION);
    const { id, expiresMs } = caller;
    const name = await this.access.nameOf(caller);
    const expires = expiresMs === undefined ? null : new Date(expiresMs).toISOString();
    return sendJson(reply, JSON.stringify({ expires, id, name, ...this.place(request) }));
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
    const { issuer: origin, own: returned_to } = this.addressesFor(request);
    return { ...opening, authorization_code, code_verifier, origin, returned_to };
  }

  /** Of the authorization server, and of this console. */
  private addressesFor({ raw }: FastifyRequest): { readonly issuer: string; readonly own: string } {
    const { publicUrl } = this.edge.console;
    const issuer = accountsOrigin(raw, this.edge) ?? publicUrl;
    return { issuer, own: this.edge.areAccountsElsewhere ? publicUrl : issuer };
  }

  /** Where the console of a zone is, and where the pages of the accounts are that it leads to. */
  private place(request: FastifyRequest): { readonly zone?: string; readonly accounts?: string } {
    if (!this.edge.areAccountsElsewhere) return {};
    return { zone: deployment().zone.slug, accounts: this.addressesFor(request).issuer };
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
