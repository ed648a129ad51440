import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import type { AnyOperation } from '@lectern/contracts/core';
import { allOperations } from '@lectern/contracts/operations';
import type { EgressResponse } from '@lectern/egress';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Edge } from '../edge/edge';
import { type HttpOperation, httpOperations } from '../operation/http-operation';
import type { PeerClient } from '../peer/peer-client';
import { RELAYED_SESSION } from '../request/console-request';
import { KnownPaths } from '../request/known-paths';
import { clientAddress } from '../request/networks';
import { pathOf, routePath } from '../request/route-path';

/** From the first byte of a request to the last one of its answer: an export of the audit log is the longest. */
const TIMEOUT_MS = 120_000;
const ANSWER_SIZE_BYTES_MAX = 256 * 1024 ** 2;
/** Headers of the request that its operation may read. */
const ASKED_WITH = ['accept', 'accept-language', 'content-length', 'content-type', 'if-none-match', 'x-otp-email'];
const ANSWERED_WITH = ['cache-control', 'content-disposition', 'content-type', 'etag', 'last-modified', 'retry-after'];
const WITHOUT_BODY = [204, 304];

/** In a zone: passes on to the accounts host what the console of the zone asks of users and accounts. */
export class AccountsRelay {
  private readonly paths = new KnownPaths();

  /** @param client undefined where users and accounts are not elsewhere */
  constructor(
    private readonly edge: Edge,
    private readonly client: PeerClient | undefined,
    operations: readonly AnyOperation[] = allOperations,
  ) {
    if (client === undefined) return;
    const asked = httpOperations(operations, ['accounts']).filter(isAskedByConsole);
    for (const { http } of asked) this.paths.add(http.method, routePath(http.path).pattern);
  }

  /** Whether it is a request for the accounts host. */
  takes({ method, url }: { readonly method: string; readonly url: string }): boolean {
    // A target that is a whole address would name another host.
    return this.client !== undefined && url.startsWith('/') && this.paths.methodsAt(pathOf(url)).includes(method);
  }

  /**
   * Answers as the accounts host does, piece by piece.
   *
   * @param secret of the session, which must have been found to count
   * @throws AppError `unavailable`, `deadline_exceeded`
   */
  async relay({ raw, id }: FastifyRequest, reply: FastifyReply, secret: string): Promise<FastifyReply> {
    const { accountsOrigin: origin = '' } = this.edge.peers;
    const token = await this.edge.peers.tokenForAccounts();
    const left = new AbortController();
    reply.raw.once('close', () => left.abort());
    const answer = await this.client?.send(origin, raw.url ?? '/', {
      method: raw.method,
      headers: {
        ...pick(raw.headers, ASKED_WITH),
        authorization: `Bearer ${token}`,
        [RELAYED_SESSION]: secret,
        'x-forwarded-for': clientAddress(raw, this.edge.proxies),
        'x-request-id': id,
      },
      body: relayedBody(raw),
      timeoutMs: TIMEOUT_MS,
      sizeBytesMax: ANSWER_SIZE_BYTES_MAX,
      signal: left.signal,
    });
    if (!answer) throw new Error('There is no accounts host elsewhere');
    return passedBack(answer, reply);
  }
}

/** Pages, sign-ins and applications are for browsers and programs that are at the accounts host themselves. */
function isAskedByConsole({ policy, http: { reply } }: HttpOperation): boolean {
  if (policy.session === 'page' || reply === 'html' || reply === 'redirect') return false;
  return policy.credentials.includes('pat') || (policy.credentials.includes('none') && policy.on === 'nothing');
}

/** A stream of its own: to end the request to the other host must not end the one that is to be answered. */
function relayedBody(request: IncomingMessage): Readable | undefined {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
  return length === '0' && coding === undefined ? undefined : request.pipe(new PassThrough());
}

function passedBack(answer: EgressResponse, reply: FastifyReply): FastifyReply {
  reply.code(answer.status).headers(pick(answer.headers, ANSWERED_WITH));
  if (!WITHOUT_BODY.includes(answer.status)) return reply.send(answer.body);
  answer.discard();
  return reply.send();
}

function pick(headers: IncomingMessage['headers'], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}
