import { AppError, type Principal } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Edge } from '../edge/edge';
import { sendJson } from '../reply/send-json';
import type { HttpOperation } from '../operation/http-operation';
import { legacyPath, pathExpression, pathOf, pathParameters } from '../request/route-path';
import { AccessService } from './access.service';
import { Authorizer } from './authorizer';
import type { Caller } from './caller';
import { unauthorized } from '../request/credential';
import { clientAddress } from '../request/networks';

const PROBE = '/api/authorizer/authorize';

const authOf: Readonly<Record<Caller['kind'], string>> = {
  user: 'oauth',
  pat: 'pa_token',
  sa: 'service_account',
  temporal: 'service_account',
  eph: 'ephemeral',
  nua: 'nua_key',
  scim: 'scim',
  peer: 'peer',
  none: 'none',
  system: 'none',
};

interface Probed {
  readonly operation: HttpOperation;
  /** One of its paths. */
  readonly template: string;
  readonly expression: RegExp;
}

/** Lets clients ask who they are, and what they may do at a path. */
@Injectable()
export class AuthorizerRoutes {
  constructor(
    private readonly authorizer: Authorizer,
    private readonly access: AccessService,
    private readonly edge: Edge,
  ) {}

  add(scope: FastifyInstance, operations: readonly HttpOperation[]): void {
    const hidden = { exposeHeadRoute: false };
    const probed = operations.flatMap((operation) =>
      [operation.http.path, legacyPath(operation.http.path) ?? []].flat().map((template) => {
        const expression = pathExpression(template);
        return { operation, template, expression };
      }),
    );
    scope.get('/api/authorizer/info', hidden, async (request, reply) =>
      sendJson(reply, JSON.stringify(await this.info(request))),
    );
    scope.get(`${PROBE}/api/v1/*`, hidden, async (request, reply) => {
      const { roles } = await this.probe(request, probed);
      return sendJson(reply.header(this.edge.names.headerOut('x-kbdb-roles'), roles.join(';')), 'null');
    });
  }

  private async info(request: FastifyRequest): Promise<object> {
    const { query } = placeOf(request);
    const caller = await this.authorizer.identify({ request: request.raw, query });
    if (caller.kind === 'none') throw unauthorized();
    const account = caller.account === undefined ? undefined : await this.access.account(caller.account);
    const forwarded = request.headers['x-forwarded-for'];
    return {
      auth: authOf[caller.kind],
      user: {
        user_id: caller.id,
        account_id: caller.account ?? null,
        account_type: account?.type ?? null,
        kb_id: caller.kb ?? null,
        role: caller.role ?? caller.userType ?? null,
      },
      ...(query['ip_info'] === '1' && {
        ip_info: {
          client: clientAddress(request.raw, this.edge.proxies),
          available: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
        },
      }),
    };
  }

  /** Whether any operation at the path would let the caller through; roles are those on what the path names. */
  private async probe(request: FastifyRequest, probed: readonly Probed[]): Promise<Principal> {
    const { path, query } = placeOf(request);
    const at = path.slice(PROBE.length);
    const fitting = probed.filter(({ expression }) => expression.test(at));
    let refusal = new AppError('not_found', 'Not Found');
    for (const { operation, template, expression } of fitting) {
      const params = pathParameters(template, expression, at);
      try {
        return (await this.authorizer.admit(operation, { request: request.raw, params, query, path: at })).principal;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refusal = error;
      }
    }
    if (fitting.length === 0) await this.authorizer.identify({ request: request.raw, query });
    throw refusal;
  }
}

function placeOf(request: FastifyRequest): {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
} {
  // Fastify's own parser makes an object of texts and lists of the query.
  return { path: pathOf(request.url), query: request.query as Readonly<Record<string, unknown>> };
}
