import {
  type AnyOperation,
  type Constructor,
  doorsOf,
  type Endpoint,
  endpointsOf,
  type HttpBinding,
  type Policy,
  wholeBodyOf,
  type OpenDoor,
  shapeOf,
  type StreamOperation,
  type UnaryOperation,
} from '@lectern/contracts/core';
import { unsafeSource } from '../page/page-answer';

interface Bound {
  readonly http: Omit<HttpBinding<unknown>, 'path'> & Pick<Endpoint, 'path'>;
  readonly policy: Policy;
  /** The one of its paths that this is about. */
  readonly endpoint: Endpoint;
  /** As in `Door`. */
  readonly bodyOf?: (query: unknown) => object;
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
    if (http.givesWayTo !== undefined && hosts.includes(http.givesWayTo)) return [];
    return endpointsOf({ name: door, http }).map((endpoint) => ({
      ...operation,
      http: { ...http, path: endpoint.path },
      endpoint,
    }));
  });
  bound.forEach(checkBinding);
  // Just bound; the types of what goes in and out are erased, as they are not known here anyway.
  return bound as unknown as readonly HttpOperation[];
}

type Unchecked = Pick<AnyOperation, 'stream' | 'http' | 'policy' | 'name'> & Pick<OpenDoor, 'bodyOf'>;

/** @throws Error for a declaration whose parts contradict each other, or that would let another site act for a user */
function checkBinding({ name, stream, http, policy, bodyOf }: Unchecked): void {
  const { method, bodyKind, bodySizeBytesMax, reply, success = 0, takesForeignForms = false, sources } = http ?? {};
  const opens = method === 'GET' || method === 'HEAD';
  const isPage = reply === 'html' || reply === 'redirect';
  const unsafe = unsafeSource(sources);
  const problems: readonly (readonly [boolean, string])[] = [
    [isPage && stream === true, 'a stream cannot be a page'],
    [unsafe !== undefined, `${unsafe} cannot be a source of a page`],
    [bodyOf !== undefined && method !== 'GET', 'a query says the body of a GET only'],
    [reply === 'redirect' && (success < 300 || success > 399), 'a redirect has a status of 3xx'],
    [bodyKind === 'form' && method !== 'POST', 'forms are sent by POST'],
    [bodyKind === 'file-form' && bodySizeBytesMax === undefined, 'a form with a file has a size'],
    [policy?.session === 'page' && opens && !isPage, 'the cookie of a session opens pages only'],
    [policy?.session === 'page' && !opens && bodyKind !== 'form', 'the cookie of a session comes with forms only'],
    [policy?.session === 'page' && takesForeignForms, 'a form with the cookie of a session needs its token'],
  ];
  const problem = problems.find(([isWrong]) => isWrong);
  if (problem) throw new Error(`${name}: ${problem[1]}`);
}

/** Clients leave out a body of which every member may be left out. */
export function bodyMayBeLeftOut(body: Constructor): boolean {
  return !wholeBodyOf(body) && shapeOf(body).members.every(({ required }) => !required);
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
