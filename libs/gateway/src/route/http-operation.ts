import {
  type AnyOperation,
  type Constructor,
  doorsOf,
  type Endpoint,
  endpointsOf,
  type HttpBinding,
  type Policy,
  listBodyOf,
  shapeOf,
  type StreamOperation,
  type UnaryOperation,
} from '@lectern/contracts/core';

interface Bound {
  readonly http: Omit<HttpBinding<unknown>, 'path'> & Pick<Endpoint, 'path'>;
  readonly policy: Policy;
  /** The one of its paths that this is about. */
  readonly endpoint: Endpoint;
}

/**
 * An operation that clients may call, at one of its paths; the types of what it takes and answers are known at run time
 * only.
 */
export type HttpOperation = Bound &
  (UnaryOperation<object, object, object, object, unknown> | StreamOperation<object, object, object, object, unknown>);

/** One for each path of each door of each operation that the hosts serve. Without a policy there is no route. */
export function httpOperations(
  operations: readonly AnyOperation[],
  hosts: readonly string[],
): readonly HttpOperation[] {
  const bound = operations.flatMap(doorsOf).flatMap(({ door, ...operation }) => {
    const { http, policy } = operation;
    if (!http || !policy || !hosts.includes(http.host)) return [];
    return endpointsOf({ name: door, http }).map((endpoint) => ({
      ...operation,
      http: { ...http, path: endpoint.path },
      endpoint,
    }));
  });
  // Just bound; the types of what goes in and out are erased, as they are not known here anyway.
  return bound as unknown as readonly HttpOperation[];
}

/** Clients leave out a body of which every member may be left out. */
export function bodyMayBeLeftOut(body: Constructor): boolean {
  return !listBodyOf(body) && shapeOf(body).members.every(({ required }) => !required);
}

/** Writes are given less time: what runs longer generates. */
const WRITE_DEADLINE_MS_MAX = 60_000;

/**
 * Whether its answer ends when the caller loses the right to it: true when it streams, reads or generates. Changes
 * are answered once they have begun, since otherwise nobody could tell whether they are done.
 */
export function mayEndEarly({ stream, http, policy, deadlineMs }: HttpOperation): boolean {
  if (stream || http.method === 'GET' || http.method === 'HEAD') return true;
  return [policy.role].flat().includes('READER') || deadlineMs > WRITE_DEADLINE_MS_MAX;
}
