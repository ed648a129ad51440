const SEGMENT = '[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}';
const KEY = new RegExp(`^${SEGMENT}(/${SEGMENT})*$`);
/** Leaves room for a bucket's own prefix: S3 allows 1,024 bytes. */
const KEY_CHARS_MAX = 900;

/** Whether `key` can name a blob in every store. No segment begins with a dot: the stores reserve those names. */
export function isKey(key: string): boolean {
  return key.length <= KEY_CHARS_MAX && KEY.test(key);
}

/** Whether `prefix` is a key followed by `/`. */
export function isPrefix(prefix: string): boolean {
  return prefix.endsWith('/') && isKey(prefix.slice(0, -1));
}
