import type { Constructor } from './input';
import type { AnyOperation, Door, StreamOperation, UnaryOperation } from './operation';

/** An operation as it is at one of its doors. */
export type OpenDoor = Omit<AnyOperation, 'doors'> & {
  /** Name of the door; that of the operation stays as it is. */
  readonly door: string;
  /** As in `Door`. */
  readonly bodyOf?: (query: unknown) => unknown;
};

/** An operation at each of its doors, the first one first; an operation without a route has none. */
export function doorsOf({ doors = [], ...first }: AnyOperation): readonly OpenDoor[] {
  const { http } = first;
  if (!http) return [];
  const others = doors.map(({ name: door, http: differing, ignoresBody, ...differences }) => ({
    ...first,
    ...differences,
    ...((ignoresBody || differences.bodyOf) && { body: undefined }),
    http: { ...http, ...differing },
    door,
  }));
  return [{ ...first, door: first.name }, ...others];
}

/** Of a door: the parameters of the query by which clients say a body that they cannot send. */
export function byQuery<Q extends object, B>(
  query: Constructor<Q>,
  bodyOf: (query: Q) => B,
): Required<Pick<Door<unknown, Q, unknown, B>, 'query' | 'bodyOf'>> {
  // It is called with queries that were checked against this class.
  return { query, bodyOf: (checked) => bodyOf(checked as Q) };
}

/**
 * An operation as it is at one of its doors, for clients.
 *
 * @param query the class of the query at this door, where the operation takes a body instead
 * @throws Error for a door that it does not have
 */
export function throughDoor<O extends AnyOperation>(operation: O, door: string): O;
export function throughDoor<P, Q, H, B, A>(
  operation: UnaryOperation<P, object, H, B, A>,
  door: string,
  query: Constructor<Q>,
): UnaryOperation<P, Q, H, B, A>;
export function throughDoor<P, Q, H, B, A, O extends StreamOperation<P, object, H, B, A>>(
  operation: O & StreamOperation<P, object, H, B, A>,
  door: string,
  query: Constructor<Q>,
): Omit<O, 'query'> & StreamOperation<P, Q, H, B, A>;
export function throughDoor(operation: AnyOperation, door: string, query?: Constructor<unknown>): AnyOperation {
  const found = doorsOf(operation).find((one) => one.door === door);
  if (!found || (query !== undefined && found.query !== query))
    throw new Error(`${operation.name} has no door ${door}${query ? ` for a ${query.name}` : ''}`);
  return { ...found, doors: undefined };
}
