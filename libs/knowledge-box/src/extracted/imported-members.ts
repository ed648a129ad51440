/** The members of a value of imported JSON, which may be anything; none of what is no object. */
export function importedMembers(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** A list of imported JSON; empty where it is none. */
export function listOrEmpty(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
