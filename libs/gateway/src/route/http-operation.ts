import {
  type AnyOperation,
  type Constructor,
  type HttpBinding,
  type Policy,
  shapeOf,
  type StreamOperation,
  type UnaryOperation,
} from '@lectern/contracts';

interface Bound {
  readonly http: HttpBinding<unknown>;
  readonly policy: Policy;
}

/** An operation that the outside may call; what it takes and answers is known at run time only. */
export type HttpOperation = Bound &
  (UnaryOperation<object, object, object, object, unknown> | StreamOperation<object, object, object, object, unknown>);

/** Without a policy there is no route. */
export function httpOperations(
  operations: readonly AnyOperation[],
  hosts: readonly string[],
): readonly HttpOperation[] {
  const bound = operations.filter(
    ({ http, policy }) => http !== undefined && policy !== undefined && hosts.includes(http.host),
  );
  // Just filtered; the types of what goes in and out are erased, as they are not known here anyway.
  return bound as unknown as readonly HttpOperation[];
}

/** Clients leave out a body of which every member may be left out. */
export function bodyMayBeLeftOut(body: Constructor): boolean {
  return shapeOf(body).members.every(({ required }) => !required);
}

/** Whether something that the contracts export is an operation. */
export function isOperation(value: unknown): value is AnyOperation {
  return typeof value === 'object' && value !== null && 'name' in value && 'summary' in value && 'deadlineMs' in value;
}
