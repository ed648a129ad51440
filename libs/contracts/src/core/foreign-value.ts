/** A member of an arbitrary value, such as what a caller sent or what was thrown; undefined where there is none. */
export function memberNamed(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The text of whatever was thrown. Errors of native code are not always an `Error` of this realm. */
export function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}

/** Whether a value is neither undefined nor null. */
export function isGiven<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}
