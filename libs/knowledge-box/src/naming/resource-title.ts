/** Data from which a resource's title can be derived. */
export interface Naming {
  readonly title?: string | null;
  readonly slug?: string | null;
  /** Addresses of the resource's links. */
  readonly uris: readonly string[];
  readonly filenames: readonly string[];
}

/**
 * The title of a new resource: the given one, else the address of the first link, the name of the first file, the slug
 * or the id. A derived title is provisional and may be replaced by one found in the content.
 */
export function initialTitle(
  { title, slug, uris, filenames }: Naming,
  rid: string,
): { title: string; provisional: boolean } {
  const names = filenames.filter((name) => name !== '').map(unquoted);
  if (title) return { title, provisional: title === rid || /^https?:/.test(title) || names.includes(title) };
  return { title: uris[0] ?? names[0] ?? slug ?? rid, provisional: true };
}

/** `a%20b.pdf` → `a b.pdf`; names that are not percent-encoded are unchanged. */
export function unquoted(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
