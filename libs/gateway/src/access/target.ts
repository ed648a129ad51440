import { AppError, type IdParameter, type IdTarget } from '@lectern/contracts/core';

type Params = Readonly<Record<string, string>>;

/**
 * Path parameters with ids in the one form that is used inside.
 *
 * @throws AppError `not_found` for an invalid id
 */
export function readIds(params: Params, ids: readonly IdParameter[]): Record<string, string> {
  const kinds = new Map(ids.map((id) => [id.name, id]));
  return Object.fromEntries(
    Object.entries(params).map(([name, written]) => {
      const kind = kinds.get(name);
      const read = kind ? kind.read(written) : written;
      if (read === undefined) throw new AppError('not_found', kind?.unreadable ?? 'Not Found');
      return [name, read];
    }),
  );
}

/** Objects that a path names, as they are written there. */
export interface Named {
  /** The parameter. */
  readonly id: IdParameter;
  /** Its value. */
  readonly written: string;
}

/** Targets of policies; undefined where the path names none. */
export function namedIn(params: Params, target: IdTarget, ids: readonly IdParameter[]): Named | undefined {
  for (const id of ids) {
    const written = params[id.name];
    if (id.target === target && written !== undefined) return { id, written };
  }
  return undefined;
}
