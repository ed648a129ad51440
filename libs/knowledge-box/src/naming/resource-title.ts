/** What may name a resource. */
export interface Naming {
  readonly title?: string | null;
  readonly slug?: string | null;
  /** Addresses of its links. */
  readonly uris: readonly string[];
  readonly filenames: readonly string[];
}

/**
 * The title of a new resource: as given, else the first link's address, the first file's name, the slug, the id.
 * A title that nobody thought about is provisional: one found in the content may replace it.
 */
export function initialTitle(
  { title, slug, uris, filenames }: Naming,
  rid: string,
): { title: string; provisional: boolean } {
  const names = filenames.filter((name) => name !== '').map(unquoted);
  if (title) return { title, provisional: title === rid || /^https?:/.test(title) || names.includes(title) };
  return { title: uris[0] ?? names[0] ?? slug ?? rid, provisional: true };
}

/** `a%20b.pdf` → `a b.pdf`; what is not percent-encoded stays. */
export function unquoted(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
