import { type AnySocket, type Endpoint, endpointsOf } from '@lectern/contracts/core';

export const SOCKETS = Symbol('gateway sockets');

/** A socket at one of its paths. */
export interface HttpSocket {
  readonly declared: AnySocket;
  /** The one of its paths that this is about. */
  readonly endpoint: Endpoint;
}

/** One for each path of each socket that the hosts serve. */
export function httpSockets(sockets: readonly AnySocket[], hosts: readonly string[]): readonly HttpSocket[] {
  return sockets
    .filter(({ http }) => hosts.includes(http.host))
    .flatMap((declared) => endpointsOf(declared).map((endpoint) => ({ declared, endpoint })));
}
