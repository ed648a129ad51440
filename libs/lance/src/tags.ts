import type { IndexedResource } from '@lectern/contracts';

/** The tag of what everyone may see; group names carry a prefix, so no group can be called this. */
export const publicTag = 'public';
export const hiddenTag = 'hidden';
/** On the row of a resource that has nothing to be found. */
export const emptyTag = 'empty';
export const labelTag = (path: string) => `l:${path}`;
export const groupTag = (group: string) => `g:${group}`;
export const fieldTag = (field: string) => `f:${field}`;
export const languageTag = (language: string) => `x:${language}`;

export interface Tagged {
  readonly field: string;
  readonly language: string;
  readonly labels: readonly string[];
}

/**
 * Everything a row can be filtered by that is not a number or an id, in one list column with one index. Labels come
 * with their ancestors, so that a path finds what lies below it by equality.
 */
export function tagsOf(resource: IndexedResource, part: Tagged): string[] {
  const tags = new Set<string>(resource.groups.length === 0 ? [publicTag] : resource.groups.map(groupTag));
  if (resource.hidden) tags.add(hiddenTag);
  if (part.language !== '') tags.add(languageTag(part.language));
  const slash = part.field.indexOf('/');
  tags.add(fieldTag(part.field));
  if (slash > 0) tags.add(fieldTag(part.field.slice(0, slash)));
  for (const label of [...resource.labels, ...part.labels])
    for (const path of withAncestors(label)) tags.add(labelTag(path));
  return [...tags];
}

/** `/a/b/c` → `/a/b/c`, `/a/b`, `/a`. */
export function withAncestors(label: string): string[] {
  const paths = [label];
  for (let end = label.lastIndexOf('/'); end > 0; end = label.lastIndexOf('/', end - 1))
    paths.push(label.slice(0, end));
  return paths;
}
