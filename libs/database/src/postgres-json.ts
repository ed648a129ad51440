const unstorable = /\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g;

/**
 * A value as JSON that Postgres accepts: NUL and unpaired surrogates, which JSON allows but Postgres cannot store, are
 * replaced with U+FFFD, so that lengths stay the same.
 */
export function postgresJson(value: unknown): string {
  // Escaped backslashes are consumed in pairs, so that text after them is not mistaken for an escape.
  return JSON.stringify(value).replace(unstorable, (escape) => (escape === '\\\\' ? escape : '\\ufffd'));
}

/** A plain value without text that Postgres cannot store; the same value when it has none. */
export function storable<T>(value: T): T {
  const json = JSON.stringify(value);
  return unstorableMark.test(json) ? JSON.parse(postgresJson(value)) : value;
}

const unstorableMark = /\\u0000|\\ud[89a-f][0-9a-f]{2}/;
