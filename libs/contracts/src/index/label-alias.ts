/** Readable names of label paths, and what the indexes call them. */
const aliases: readonly (readonly [alias: string, path: string])[] = [
  ['/classification.labels', '/l'],
  ['/icon', '/n/i'],
  ['/metadata.status', '/n/s'],
  ['/metadata.languages', '/s/s'],
  ['/metadata.language', '/s/p'],
  ['/origin.tags', '/t'],
  ['/origin.metadata', '/m'],
  ['/origin.path', '/p'],
  ['/origin.source-id', '/u/s'],
  ['/entities', '/e'],
  ['/generated.data-augmentation', '/g/da'],
];

/** A label path with its readable beginning, if it has one, replaced. */
export function canonicalLabel(path: string): string {
  const found = aliases.find(([alias]) => path === alias || path.startsWith(`${alias}/`));
  return found ? `${found[1]}${path.slice(found[0].length)}` : path;
}

/** The same path with its readable beginning, where there is one. */
export function readableLabel(path: string): string {
  const found = aliases.find(([, beginning]) => path === beginning || path.startsWith(`${beginning}/`));
  return found ? `${found[0]}${path.slice(found[1].length)}` : path;
}
