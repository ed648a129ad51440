import { isObject } from '@lectern/contracts/core';

/** The object in a member of a foreign value; an empty one where there is none. */
export function objectAt(value: unknown, name?: string): Readonly<Record<string, unknown>> {
  const found = name === undefined ? value : isObject(value) ? value[name] : undefined;
  return isObject(found) ? found : {};
}

/** The first items of the list in a member of a foreign value; none where there is no list. */
export function listAt(value: unknown, name: string, max: number): readonly unknown[] {
  const found = isObject(value) ? value[name] : undefined;
  return Array.isArray(found) ? found.slice(0, max) : [];
}

/** The text in a member of a foreign value, cut; undefined where there is none. */
export function cutTextAt(value: unknown, name: string, charsMax: number): string | undefined {
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === 'string' && found.trim() !== '' ? found.slice(0, charsMax) : undefined;
}

/** The number in a member of a foreign value. */
export function numberAt(value: unknown, name: string): number | undefined {
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}
