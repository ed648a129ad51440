/** Most groups of a resource, or of a search. */
export const GROUPS_MAX = 100;

/** Names of groups in a text, one per line or separated by commas; a leading slash does not count. */
export function groupNames(text: string): readonly string[] {
  const names = text
    .split(/[\n,;]/)
    .map((name) => name.trim().replace(/^\//, ''))
    .filter((name) => name !== '');
  return [...new Set(names)].slice(0, GROUPS_MAX);
}
