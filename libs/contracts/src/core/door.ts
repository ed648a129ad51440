import type { AnyOperation } from './operation';

/** An operation as it is at one of its doors. */
export type OpenDoor = Omit<AnyOperation, 'doors'> & {
  /** Name of the door; that of the operation stays as it is. */
  readonly door: string;
};

/** An operation at each of its doors, the first one first; an operation without a route has none. */
export function doorsOf({ doors = [], ...first }: AnyOperation): readonly OpenDoor[] {
  const { http } = first;
  if (!http) return [];
  const others = doors.map(({ name: door, http: differing, ...differences }) => ({
    ...first,
    ...differences,
    http: { ...http, ...differing },
    door,
  }));
  return [{ ...first, door: first.name }, ...others];
}

/**
 * An operation as it is at one of its doors, for clients.
 *
 * @throws Error for a door that it does not have
 */
export function throughDoor<O extends AnyOperation>(operation: O, door: string): O {
  const found = doorsOf(operation).find((one) => one.door === door);
  if (!found) throw new Error(`${operation.name} has no door ${door}`);
  // A door takes and answers the types of its operation.
  return { ...found, doors: undefined } as unknown as O;
}
