/**
 * Parts between separators, one by one: a list of millions of parts needs more memory than their text.
 *
 * @param separator with the flag `g`
 */
export function* partsBetween(text: string, separator: RegExp): Generator<string> {
  let start = 0;
  for (const { 0: found, index } of text.matchAll(separator)) {
    yield text.slice(start, index);
    start = index + found.length;
  }
  yield text.slice(start);
}
