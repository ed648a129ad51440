const unstorable = /\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g;

/**
 * A value as JSON that Postgres takes: text with NUL or half a surrogate pair, which JSON can say and Postgres cannot
 * store, has U+FFFD there instead, so that lengths stay.
 */
export function postgresJson(value: unknown): string {
  // Escaped backslashes are consumed in pairs, so that what follows them is not taken for an escape.
  return JSON.stringify(value).replace(unstorable, (escape) => (escape === '\\\\' ? escape : '\\ufffd'));
}
