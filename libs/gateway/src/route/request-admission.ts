import type { IncomingMessage } from 'node:http';
import { AppError, needsRoom, type Principal, type Refusal } from '@lectern/contracts/core';
import { DiskRoom, type DiskUse } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authorizer } from '../access/authorizer';
import { labelOf } from '../access/label';
import { Edge } from '../edge/edge';
import type { HttpOperation } from '../operation/http-operation';
import type { RoutedOperation } from '../operation/routed-operation';
import { clientAddress, networkOf } from '../request/networks';
import { reachedOrigin } from '../request/reached-origin';
import { RequestRates } from '../rate/request-rates';
import { pathOf } from '../request/route-path';
import { cookiesNamed, toldHeaders } from '../request/told-headers';
import type { RunningRequest } from '../running/running-request';
import { RunningRequests } from '../running/running-requests.service';

/** What handlers learn of requests besides the headers that they declare. */
interface ToldParts {
  readonly told?: Readonly<Record<string, string>>;
  readonly reached?: string;
  readonly network?: string;
  readonly cookies?: string;
  readonly authorization?: string;
}

/** A request that was let in. */
export interface AdmittedCall {
  readonly principal: Principal;
  /** It and its right to be answered. */
  readonly running: RunningRequest;
  /** What it says besides its body, to be validated. */
  readonly raw: {
    readonly path: Readonly<Record<string, string>>;
    readonly query: Readonly<Record<string, unknown>>;
    readonly header: Readonly<Record<string, unknown>>;
  };
  /** For its handler, besides the headers that it reads. */
  readonly told?: ToldParts;
}

/** Lets requests for operations in, or refuses them, before their body is read. */
@Injectable()
export class RequestAdmission {
  constructor(
    private readonly authorizer: Authorizer,
    private readonly requests: RunningRequests,
    private readonly edge: Edge,
    private readonly disk: DiskRoom,
    private readonly rates: RequestRates,
  ) {}

  /** @throws AppError as `Authorizer.admit`, as the operation refuses, `rate_limited` and `storage_full` */
  async admit(routed: RoutedOperation, request: FastifyRequest, reply: FastifyReply): Promise<AdmittedCall> {
    const { declared } = routed;
    // Fastify's own parsers make both of these objects of texts; a repeated query parameter is a list.
    const query = request.query as Readonly<Record<string, unknown>>;
    const sent = request.params as Readonly<Record<string, string>>; // as above
    const visit = { request: request.raw, params: routed.named(sent), query, path: pathOf(request.url) };
    const { moment } = this.requests;
    const admission = await this.authorizer.admit(declared, visit);
    const address = clientAddress(request.raw, this.edge.proxies);
    const { principal: caller } = admission;
    this.rates.admit({ principal: caller, operation: declared.name, network: networkOf(address) });
    if (declared.refuses) throw declaredRefusal(declared.refuses);
    if (!routed.bodyDecidesRoom) await this.refuseWhenShort(declared);
    const running = this.requests.begin({ operation: declared, visit, admission }, reply.raw, moment);
    const header = this.edge.names.readHeaders(request.headers);
    const label = labelOf(header, caller);
    const principal = { ...caller, address, ...(label !== undefined && { label }) };
    const told = this.toldOf(declared, request.raw);
    return { principal, running, raw: { path: admission.params, query, header }, ...(told && { told }) };
  }

  private toldOf({ http }: HttpOperation, request: IncomingMessage): ToldParts | undefined {
    const { tellsHeaders, tellsOrigin, tellsNetwork, tellsCookies, tellsAuthorization } = http;
    const cookies = tellsCookies === undefined ? undefined : cookiesNamed(tellsCookies, request);
    const { authorization } = request.headers;
    const parts = {
      ...(tellsHeaders && { told: toldHeaders(request, this.edge.carriers) }),
      ...(tellsOrigin && { reached: reachedOrigin(request, this.edge) }),
      ...(tellsNetwork && { network: networkOf(clientAddress(request, this.edge.proxies)) }),
      ...(cookies !== undefined && { cookies }),
      ...(tellsAuthorization && authorization !== undefined && { authorization }),
    };
    return Object.keys(parts).length > 0 ? parts : undefined;
  }

  /**
   * While the disk is nearly full, only what frees room or takes rights away passes.
   *
   * @throws AppError `storage_full`
   */
  async refuseWhenShort(declared: HttpOperation, body?: unknown): Promise<void> {
    if (needsRoom(declared, body)) await this.disk.refuseWhenShort(filledBy(declared));
  }
}

function declaredRefusal({ code, message, headers = {} }: Refusal): AppError {
  return new AppError(code, message, { headers });
}

/** Disks that an operation adds to. */
function filledBy({ http }: HttpOperation): readonly DiskUse[] {
  return (http.bodyKind ?? 'json') === 'json' ? ['data'] : ['data', 'blobs'];
}
