import type { IncomingMessage } from 'node:http';
import type { AnySocket } from '@lectern/contracts/core';
import type { Guarded } from '../access/authorizer';
import { type HttpSocket, httpSockets } from '../operation/http-socket';
import { pathExpression, pathOf, pathParameters } from '../request/route-path';

export interface SocketRoute extends HttpSocket {
  /** As the authorizer takes it. */
  readonly guarded: Guarded;
  readonly expression: RegExp;
}

export interface FoundSocket {
  readonly route: SocketRoute;
  readonly params: Readonly<Record<string, string>>;
}

/** The sockets of the served hosts, by path. */
export class SocketTable {
  private readonly routes: readonly SocketRoute[];

  constructor(sockets: readonly AnySocket[], hosts: readonly string[]) {
    this.routes = httpSockets(sockets, hosts).map((one) => {
      const { http, policy, feature, params } = one.declared;
      // The parameters of a path are an object.
      const guarded = { http, policy, feature, params: params as Guarded['params'] };
      return { ...one, guarded, expression: pathExpression(one.endpoint.path) };
    });
  }

  find(path: string): FoundSocket | undefined {
    const route = this.routes.find(({ expression }) => expression.test(path));
    try {
      return route && { route, params: pathParameters(route.endpoint.path, route.expression, path) };
    } catch {
      return undefined;
    }
  }

  /** Whether a request asks for a socket that is here; all others are ordinary requests. */
  isAskedFor({ method, headers, url = '' }: IncomingMessage): boolean {
    const wanted = String(headers.upgrade ?? '').toLowerCase();
    return method === 'GET' && wanted === 'websocket' && this.find(pathOf(url)) !== undefined;
  }

  /** Where requests that do not ask for a socket are told to. */
  get paths(): readonly string[] {
    return this.routes.map(({ endpoint }) => endpoint.path);
  }
}
