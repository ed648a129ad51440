/** A name for each of some languages, from `de=german fr=french`: ISO 639-1 before the sign. */
export function languageTable(pairs: string): ReadonlyMap<string, string> {
  return new Map(pairs.split(' ').map((pair): [string, string] => [pair.slice(0, 2), pair.slice(3)]));
}
