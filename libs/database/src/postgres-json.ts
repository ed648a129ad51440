const unstorable = /\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g;

/**
 * A value as JSON that Postgres takes: text with NUL or half a surrogate pair, which JSON can say and Postgres cannot
 * store, has U+FFFD there instead, so that lengths stay.
 */
export function postgresJson(value: unknown): string {
  // Escaped backslashes are consumed in pairs, so that what follows them is not taken for an escape.
  return JSON.stringify(value).replace(unstorable, (escape) => (escape === '\\\\' ? escape : '\\ufffd'));
}

/** A plain value without the text that Postgres cannot store; the same value when there is none. */
export function storable<T>(value: T): T {
  const json = JSON.stringify(value);
  return unstorableMark.test(json) ? JSON.parse(postgresJson(value)) : value;
}

const unstorableMark = /\\u0000|\\ud[89a-f][0-9a-f]{2}/;
