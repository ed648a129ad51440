import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  type AnySocket,
  AppError,
  type Constructor,
  type Principal,
  type SocketVisit,
  validateInput,
} from '@lectern/contracts/core';
import { Inject, Injectable } from '@nestjs/common';
import { type Admission, Authorizer } from '../access/authorizer';
import { labelOf } from '../access/label';
import { Edge } from '../edge/edge';
import { SOCKETS } from '../operation/http-socket';
import { RequestRates } from '../rate/request-rates';
import { clientAddress, networkOf } from '../request/networks';
import { checkHead } from '../request/request-head';
import { toldHeaders } from '../request/told-headers';
import { pathOf } from '../request/route-path';
import type { RunningRequest } from '../running/running-request';
import { RunningRequests } from '../running/running-requests.service';
import { SOCKETS_MAX, SOCKETS_PER_CALLER_MAX } from './socket-limits';
import { checkSocketOrigin } from './socket-origin';
import { SocketTable } from './socket-table';

/** A request for a socket that was let in. */
export interface AdmittedSocket {
  readonly declared: AnySocket;
  readonly principal: Principal;
  /** It and its right to be open. */
  readonly running: RunningRequest;
  /** What its request says, validated. */
  readonly visit: Omit<SocketVisit, 'running' | 'begun'>;
  /** Names the credential. */
  readonly caller: string;
  /** Counts a message like a request for the socket. @throws AppError `rate_limited` */
  readonly countMessage: () => void;
}

/** Lets requests for sockets in, or refuses them, before they are sockets. */
@Injectable()
export class SocketAdmission {
  private readonly table: SocketTable;

  constructor(
    @Inject(SOCKETS) sockets: readonly AnySocket[],
    private readonly authorizer: Authorizer,
    private readonly requests: RunningRequests,
    private readonly edge: Edge,
    private readonly rates: RequestRates,
  ) {
    this.table = new SocketTable(sockets, edge.config.GATEWAY_HOSTS);
  }

  /** Of all sockets. */
  get paths(): readonly string[] {
    return this.table.paths;
  }

  /**
   * @param open the sockets that are open, with the caller of each
   * @throws AppError as `Authorizer.admit`; `not_found`, `invalid_request`, and `unavailable` or `rate_limited` when
   * too many sockets are open
   */
  async admit(
    request: IncomingMessage,
    connection: Duplex,
    open: ReadonlyMap<unknown, string>,
  ): Promise<AdmittedSocket> {
    const { edge } = this;
    checkHead(request, edge);
    const { url = '' } = request;
    const path = pathOf(url);
    const found = this.table.find(path);
    if (!found) throw new AppError('not_found', 'Not Found');
    checkSocketOrigin(request, edge);
    if (open.size >= SOCKETS_MAX) throw new AppError('unavailable', 'Too many sockets are open');
    const { route, params } = found;
    const { declared } = route;
    const visit = { request, params, query: queryOf(url), path };
    const { moment } = this.requests;
    const admission = await this.authorizer.admit(route.guarded, visit);
    const network = networkOf(clientAddress(request, edge.proxies));
    const rated = { principal: admission.principal, operation: declared.name, network };
    this.rates.admit(rated);
    const types = { path: declared.params as Constructor, query: declared.query as Constructor }; // of objects
    const read = validateInput(types, { path: admission.params, query: visit.query });
    const label = labelOf(edge.names.readHeaders(request.headers), admission.principal);
    const caller = callerOf(admission);
    if ([...open.values()].filter((one) => one === caller).length >= SOCKETS_PER_CALLER_MAX)
      throw new AppError('rate_limited', `This caller has ${SOCKETS_PER_CALLER_MAX} open sockets`);
    const running = this.requests.begin({ operation: route.guarded, visit, admission }, connection, moment);
    const principal = { ...admission.principal, ...(label !== undefined && { label }) };
    const headers = toldHeaders(request, edge.carriers);
    return {
      declared,
      principal,
      running,
      caller,
      countMessage: () => this.rates.admit(rated),
      visit: { params: read.path ?? {}, query: read.query ?? {}, headers },
    };
  }
}

function callerOf({ principal: { kind, id, key = '' } }: Admission): string {
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
