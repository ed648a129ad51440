/** A member of an arbitrary value from a provider or caller. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The same if it is a non-empty string; undefined otherwise. */
export function textAt(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name);
  return typeof member === 'string' && member !== '' ? member : undefined;
}
